import type { SiteSettings } from '#domain/settings.ts'
import type { Database } from '#server/db/pool.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingsService } from '#server/listings/service.ts'
import type { Mail } from '#server/mail/service.ts'
import { makeAudienceStore } from '#server/members/audience-store.ts'
import type { MembersService } from '#server/members/service.ts'
import { makeNearbyLists } from '#server/newsletter/nearby.ts'
import { makeNewslettersStore } from '#server/newsletter/newsletters-store.ts'
import { makeRecipients } from '#server/newsletter/recipients.ts'
import { makeNewsletterSending } from '#server/newsletter/sending.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import { makeNewsletterWriting } from '#server/newsletter/writing.ts'
import type { PlacesService } from '#server/places/service.ts'
import type { Records } from '#server/records/service.ts'

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
    newsletterSending: makeNewsletterSending({ db, store, recipients, nearby, mail, isDelivering, site, now }),
  }
}
