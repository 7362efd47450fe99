import type { Hundredths } from '#domain/money.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { Alerts } from '#server/alerts/service.ts'
import type { Blocks } from '#server/blocks/service.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Favourites } from '#server/favourites/service.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingsService } from '#server/listings/service.ts'
import type { Mail } from '#server/mail/service.ts'
import type { ImportStore } from '#server/members/import-store.ts'
import type { LinksStore } from '#server/members/links-store.ts'
import type { NetworksStore } from '#server/members/networks-store.ts'
import type { Passwords } from '#server/members/passwords.ts'
import type { SessionsStore } from '#server/members/sessions-store.ts'
import type { MembersStore } from '#server/members/store.ts'
import type { Tokens } from '#server/members/tokens.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { CloseRequests } from '#server/orders/leaving.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { PasskeyChecking } from '#server/passkeys/checking.ts'
import type { Records } from '#server/records/service.ts'
import type { ReviewsService } from '#server/reviews/service.ts'
import type { RingEnding } from '#server/rings/ending.ts'
import type { Texts } from '#server/texts/service.ts'
import type { EraseMessages } from '#server/threads/erasure.ts'
import type { UploadsService } from '#server/uploads/service.ts'

/** The wallet service as accounts use it. */
export type WalletForMembers = {
  make(memberId: string): { account: string; sealedKey: Buffer }
  /** The private key, unencrypted. */
  reveal(memberId: string, sealedKey: Uint8Array): string
  /** Stores the transfer of the welcome gift; idempotent. */
  welcome(tx: Queries, memberId: string, account: string, amount: Hundredths): Promise<void>
  /** In hundredths of VAL, not cached; fails while the chain is unreachable. */
  readBalance(memberId: string): Promise<number>
  /** Whether transfers from or to an account are under way. */
  hasOpenTransfers(tx: Queries, account: string): Promise<boolean>
}

export type MembersParts = {
  store: MembersStore
  links: LinksStore
  networks: NetworksStore
  sessionRows: SessionsStore
  imports: ImportStore
  tokens: Tokens
  passwords: Passwords
  passkeys: Pick<PasskeyChecking, 'signInOptions' | 'checkSignIn' | 'check'>
  /** With their challenges. */
  removePasskeys: (tx: Queries, memberId: string) => Promise<void>
  wallet: WalletForMembers
  limits: Limits
  mail: Mail
  notices: Pick<Notices, 'removeOf'>
  eraseMessages: EraseMessages
  /** Ends and removes the member's rings. */
  rings: Pick<RingEnding, 'mates' | 'removeOf'>
  favourites: Pick<Favourites, 'removeOf'>
  alerts: Pick<Alerts, 'removeOf'>
  newsletter: Newsletter
  records: Records
  listings: Pick<ListingsService, 'hasNonDraft' | 'removeOf' | 'setHidden'>
  orders: Pick<OrdersService, 'countOpen' | 'othersInOpen' | 'blankTexts'>
  closeRequests: CloseRequests
  /** Closes the requests of VAL of a member who leaves, and removes the notes they wrote. */
  forgetTransfers: (tx: Queries, memberId: string) => Promise<void>
  /** Removes the notes of VAL given by the treasury. */
  blankGiftNotes: (tx: Queries, memberId: string) => Promise<void>
  reviews: Pick<ReviewsService, 'anonymise'>
  blocks: Pick<Blocks, 'removeOf'>
  texts: Pick<Texts, 'acceptByRegistering'>
  /** Removes the name of a deleted member from the reports it made. */
  anonymiseReports(tx: Queries, memberId: string): Promise<void>
  /** Card and codes for the desk. */
  removeDeskCard(tx: Queries, memberId: string): Promise<void>
  uploads: Pick<UploadsService, 'setLogo'>
  site: SiteSettings
  now: () => Date
}
