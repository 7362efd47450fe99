import type { SiteSettings } from '#domain/settings.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingsService } from '#server/listings/service.ts'
import type { Mail } from '#server/mail/service.ts'
import type { LinksStore } from '#server/members/links-store.ts'
import type { Passwords } from '#server/members/passwords.ts'
import type { MembersStore } from '#server/members/store.ts'
import type { Tokens } from '#server/members/tokens.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { Records } from '#server/records/service.ts'
import type { ReviewsService } from '#server/reviews/service.ts'
import type { UploadsService } from '#server/uploads/service.ts'

/** What accounts need of the wallets. */
export type WalletForMembers = {
  make(memberId: string): { account: string; sealedKey: Buffer }
  /** The key of a wallet, in the clear. */
  reveal(memberId: string, sealedKey: Uint8Array): string
  /** Asks the treasury for the welcome VAL; asking again changes nothing. */
  welcome(memberId: string, account: string): Promise<unknown>
  /** In hundredths of VAL; fails while the chain does not answer. */
  balanceOf(account: string): Promise<number>
}

/** What the verbs of this room are made of. */
export type MembersParts = {
  store: MembersStore
  links: LinksStore
  tokens: Tokens
  passwords: Passwords
  wallet: WalletForMembers
  limits: Limits
  mail: Mail
  newsletter: Newsletter
  records: Records
  listings: Pick<ListingsService, 'hasNamed' | 'removeOf'>
  orders: Pick<OrdersService, 'hasOpen' | 'forgetAddresses'>
  reviews: Pick<ReviewsService, 'anonymise'>
  uploads: Pick<UploadsService, 'setLogo'>
  site: SiteSettings
  now: () => Date
}
