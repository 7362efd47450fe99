import { makeImportStore } from '#server/accounts/import/import-store.ts'
import { makeAdministration } from '#server/accounts/members/administration.ts'
import { makeLinksStore } from '#server/accounts/members/links-store.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makePasskeysStore } from '#server/accounts/passkeys/store.ts'
import { makeCredentials } from '#server/accounts/sessions/credentials.ts'
import { makeNetworksStore } from '#server/accounts/sessions/networks-store.ts'
import { makePasswords } from '#server/accounts/sessions/passwords.ts'
import { makeSessionsStore } from '#server/accounts/sessions/sessions-store.ts'
import { makeRecords } from '#server/association/audit/service.ts'
import { makeRecordsStore } from '#server/association/audit/store.ts'
import { makeCurrentSettings } from '#server/association/settings/current.ts'
import { makeSettingsStore } from '#server/association/settings/store.ts'
import { makeListingsStore } from '#server/market/listings/store.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { makeIdempotency } from '#server/platform/idempotency/service.ts'
import { makeIdempotencyStore } from '#server/platform/idempotency/store.ts'
import { makeLimits } from '#server/platform/limits/service.ts'
import { makeLimitsStore } from '#server/platform/limits/store.ts'
import type { Settings } from '#server/settings.ts'
import { makeMail } from '#server/talk/mail/service.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'
import { makeNewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import { makeReturned } from '#server/talk/newsletter/returned.ts'
import { makeNewsletter } from '#server/talk/newsletter/service.ts'
import { makeNewsletterStore } from '#server/talk/newsletter/store.ts'

type BaseParts = { db: Database; settings: Pick<Settings, 'site' | 'association' | 'rateLimits'>; now: () => Date }

/** The services that need only the database. */
export const makeBaseServices = ({ db, settings, now }: BaseParts) => {
  const current = makeCurrentSettings({
    store: makeSettingsStore(db),
    first: settings.association,
    technical: settings.site,
  })
  const { site } = current
  const mailStore = makeMailStore(db)
  const mail = makeMail(mailStore, { site, now })
  const limits = makeLimits(makeLimitsStore(db), { enabled: settings.rateLimits, now })
  const idempotency = makeIdempotency(makeIdempotencyStore(db), now)
  const records = makeRecords(makeRecordsStore(db), db)
  const newsletter = makeNewsletter({
    store: makeNewsletterStore(db),
    newsletters: makeNewslettersStore(db),
    ...{ mail, records, site, now },
  })
  const passkeysStore = makePasskeysStore(db)
  const accounts = {
    store: makeMembersStore(db),
    links: makeLinksStore(db),
    networks: makeNetworksStore(db),
    sessionRows: makeSessionsStore(db),
    imports: makeImportStore(db),
    passwords: makePasswords(),
    removePasskeys: passkeysStore.removeOf,
  }
  return { mailStore, mail, limits, idempotency, records, newsletter, accounts, passkeysStore, current, site, now }
}

/** For the command line: mails that came back. */
export const makeReturnedMails = (parts: BaseParts) => {
  const { mail } = makeBaseServices(parts)
  const { hostname } = new URL(parts.settings.site.publicUrl)
  return makeReturned({ store: makeNewslettersStore(parts.db), mail, domain: hostname })
}

/** For the command line, which works also while the chain is unreachable. */
export const makeCommandLineAdministration = async (parts: BaseParts) => {
  const { accounts, current, ...base } = makeBaseServices(parts)
  await current.load()
  const listings = makeListingsStore(parts.db)
  return makeAdministration({ ...base, ...accounts, listings }, makeCredentials({ ...base, ...accounts }))
}
