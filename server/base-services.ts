import type { Database } from '#server/db/pool.ts'
import { makeLimits } from '#server/limits/service.ts'
import { makeLimitsStore } from '#server/limits/store.ts'
import { makeListingsStore } from '#server/listings/store.ts'
import { makeMail } from '#server/mail/service.ts'
import { makeMailStore } from '#server/mail/store.ts'
import { makeAdministration } from '#server/members/administration.ts'
import { makeCredentials } from '#server/members/credentials.ts'
import { makeImportStore } from '#server/members/import-store.ts'
import { makeLinksStore } from '#server/members/links-store.ts'
import { makeNetworksStore } from '#server/members/networks-store.ts'
import { makePasswords } from '#server/members/passwords.ts'
import { makeSessionsStore } from '#server/members/sessions-store.ts'
import { makeMembersStore } from '#server/members/store.ts'
import { makeNewslettersStore } from '#server/newsletter/newsletters-store.ts'
import { makeReturned } from '#server/newsletter/returned.ts'
import { makeNewsletter } from '#server/newsletter/service.ts'
import { makeNewsletterStore } from '#server/newsletter/store.ts'
import { makePasskeysStore } from '#server/passkeys/store.ts'
import { makeRecords } from '#server/records/service.ts'
import { makeRecordsStore } from '#server/records/store.ts'
import { makeCurrentSettings } from '#server/settings/current.ts'
import { makeSettingsStore } from '#server/settings/store.ts'
import type { Settings } from '#server/settings.ts'

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
  return { mailStore, mail, limits, records, newsletter, accounts, passkeysStore, current, site, now }
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
