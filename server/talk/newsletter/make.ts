import type { SiteSettings } from '#domain/association/settings.ts'
import { makeAudienceStore } from '#server/accounts/members/audience-store.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Records } from '#server/association/audit/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { PlacesService } from '#server/market/places/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import { makeNearbyLists } from '#server/talk/newsletter/nearby.ts'
import { makeNewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import { makeRecipients } from '#server/talk/newsletter/recipients.ts'
import { makeNewsletterSending } from '#server/talk/newsletter/sending.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'
import { makeNewsletterWriting } from '#server/talk/newsletter/writing.ts'

type Parts = {
  db: Database
  newsletter: Newsletter
  members: MembersService
  listings: ListingsService
  places: PlacesService
  mail: Mail
  records: Records
  limits: Limits
  isDelivering: boolean
  site: SiteSettings
  now: () => Date
}

export const makeNewsletterServices = ({ db, newsletter, members, listings, places, ...rest }: Parts) => {
  const { mail, records, limits, isDelivering, site, now } = rest
  const store = makeNewslettersStore(db)
  const audience = makeAudienceStore(db)
  const nearby = makeNearbyLists({ listings, places })
  const recipients = makeRecipients({ store, members: audience, failedAmong: mail.failedAmong })
  const people = { usernames: members.usernames, ...audience }
  return {
    newsletterWriting: makeNewsletterWriting({
      ...{ store, newsletter, members: people, nearby, mail, records, limits, site, now },
    }),
    newsletterSending: makeNewsletterSending({ store, recipients, nearby, mail, isDelivering, site, now }),
  }
}
