import { makeDashboardService } from '#server/dashboard/service.ts'
import type { Database } from '#server/db/connect.ts'
import { makeLimits } from '#server/limits/service.ts'
import { makeLimitsStore } from '#server/limits/store.ts'
import { makeListingsService } from '#server/listings/service.ts'
import { makeListingsStore } from '#server/listings/store.ts'
import { makeMail } from '#server/mail/service.ts'
import { makeOutboxStore } from '#server/mail/store.ts'
import { makeLinksStore } from '#server/members/links-store.ts'
import type { WalletForMembers } from '#server/members/parts.ts'
import { makePasswords } from '#server/members/passwords.ts'
import { makeMembersService } from '#server/members/service.ts'
import { makeMembersStore } from '#server/members/store.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { makeNewsletter } from '#server/newsletter/service.ts'
import { makeNewsletterStore } from '#server/newsletter/store.ts'
import { makeOrdersService } from '#server/orders/service.ts'
import { makeOrdersStore } from '#server/orders/store.ts'
import { makePrivacyService } from '#server/privacy/service.ts'
import { makeRecords } from '#server/records/service.ts'
import { makeRecordsStore } from '#server/records/store.ts'
import { makeReviewsService } from '#server/reviews/service.ts'
import { makeReviewsStore } from '#server/reviews/store.ts'
import type { Settings } from '#server/settings.ts'

export type ServiceParts = {
  db: Database
  settings: Pick<Settings, 'site' | 'rateLimits'>
  authSecret: string
  wallet: WalletForMembers & { figures(): Promise<{ supply: number; holders: number }> }
  now: () => Date
}
export type Services = ReturnType<typeof makeServices>

/** The rooms of the server, each with what it needs of the others. */
export const makeServices = ({ db, settings, authSecret, wallet, now }: ServiceParts) => {
  const { site } = settings
  const outbox = makeOutboxStore(db)
  const mail = makeMail(outbox, { site, now })
  const limits = makeLimits(makeLimitsStore(db), { enabled: settings.rateLimits, now })
  const records = makeRecords(makeRecordsStore(db), db)
  const reviews = makeReviewsService(makeReviewsStore(db))
  const listings = makeListingsService(makeListingsStore(db), reviews, now)
  const orders = makeOrdersService(makeOrdersStore(db))
  const newsletter = makeNewsletter({ store: makeNewsletterStore(db), mail, records, site, now })
  const members = makeMembersService({
    store: makeMembersStore(db),
    links: makeLinksStore(db),
    tokens: makeTokens(authSecret, now),
    passwords: makePasswords(),
    wallet,
    limits,
    mail,
    newsletter,
    records,
    listings,
    orders,
    reviews,
    site,
    now,
  })
  const privacy = makePrivacyService({ members, listings, reviews, orders, newsletter, records, mail, limits, now })
  const dashboard = makeDashboardService({ members, newsletter, listings, orders, tokenFigures: wallet.figures, now })
  return { outbox, mail, limits, listings, newsletter, members, privacy, dashboard }
}
