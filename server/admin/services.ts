import { makeAdministration } from '#server/accounts/members/administration.ts'
import { makeLinksStore } from '#server/accounts/members/links-store.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makePasskeysStore } from '#server/accounts/passkeys/store.ts'
import { makeCredentials } from '#server/accounts/sessions/credentials.ts'
import { makePasswords } from '#server/accounts/sessions/passwords.ts'
import { makeSessionsStore } from '#server/accounts/sessions/store.ts'
import { makeAudit } from '#server/association/audit/service.ts'
import { makeAuditStore } from '#server/association/audit/store.ts'
import { makeCurrentSettings } from '#server/association/settings/current.ts'
import { makeSettingsStore } from '#server/association/settings/store.ts'
import { makeListingsStore } from '#server/market/listings/store.ts'
import { makeUploadsStore } from '#server/market/uploads/store.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { makeLimits } from '#server/platform/limits/service.ts'
import { makeLimitsStore } from '#server/platform/limits/store.ts'
import type { Settings } from '#server/settings.ts'
import { makeInboundStore } from '#server/talk/inbound/store.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { makeMail } from '#server/talk/mail/service.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'
import { makeNewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import { makeNewsletter } from '#server/talk/newsletter/service.ts'
import { makeNewsletterStore } from '#server/talk/newsletter/store.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'

// Services for commands that need only the database, so that these commands work while the chain is unreachable.

type Parts = { db: Database; settings: Pick<Settings, 'site' | 'association' | 'rateLimits'>; now: () => Date }

export const makeHasArrived = (db: Database) => makeInboundStore(db).hasArrived

export const makeUsedFiles = (db: Database) => makeUploadsStore(db).usedFiles

/** Rounds that the command line calls. */
export const makeCalledRounds = (db: Database) => {
  const { isTaken, addCalledAtOnce, endCalledAtOnce } = makeCurrencyStore(db)
  return { isTaken, addCalledAtOnce, endCalledAtOnce }
}

export const makeCommandLineAdministration = async ({ db, settings, now }: Parts) => {
  const current = makeSettings({ db, settings, now })
  await current.load()
  const { site } = current
  const mail = makeMail(makeMailStore(db), { site, now })
  const audit = makeAudit(makeAuditStore(db), db, now)
  const parts = {
    store: makeMembersStore(db),
    sessionRows: makeSessionsStore(db),
    links: makeLinksStore(db),
    listings: makeListingsStore(db),
    passwords: makePasswords(),
    removePasskeys: makePasskeysStore(db).removeOf,
    limits: makeLimits(makeLimitsStore(db), { enabled: settings.rateLimits, now }),
    newsletter: makeNewsletter({
      store: makeNewsletterStore(db),
      newsletters: makeNewslettersStore(db),
      mail,
      audit,
      site,
      now,
    }),
    mail,
    tellMember: (tx: Queries, { email }: { email: string }, content: MailContent) =>
      mail.enqueue(tx, { to: email, content }),
    audit,
    site,
    now,
  }
  return makeAdministration(parts, makeCredentials(parts))
}

const makeSettings = ({ db, settings }: Parts) =>
  makeCurrentSettings({ store: makeSettingsStore(db), first: settings.association, technical: settings.site })
