import type { SiteSettings } from '#domain/association/settings.ts'
import type { Hundredths } from '#domain/base/money.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { ImportStore } from '#server/accounts/import/import-store.ts'
import type { LinksStore } from '#server/accounts/members/links-store.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import type { PasskeyChecking } from '#server/accounts/passkeys/checking.ts'
import type { NetworksStore } from '#server/accounts/sessions/networks-store.ts'
import type { Passwords } from '#server/accounts/sessions/passwords.ts'
import type { SessionsStore } from '#server/accounts/sessions/sessions-store.ts'
import type { Tokens } from '#server/accounts/sessions/tokens.ts'
import type { Records } from '#server/association/audit/service.ts'
import type { Texts } from '#server/association/texts/service.ts'
import type { CloseRequests } from '#server/exchange/orders/leaving.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { RingEnding } from '#server/exchange/rings/ending.ts'
import type { Alerts } from '#server/market/alerts/service.ts'
import type { Favourites } from '#server/market/favourites/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { ReviewsService } from '#server/market/reviews/service.ts'
import type { UploadsService } from '#server/market/uploads/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { EraseMessages } from '#server/talk/threads/erasure.ts'

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
  idempotency: Idempotency
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
