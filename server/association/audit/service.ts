import { NEWSLETTER_TEXT_VERSION, PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import { actionsOf } from '#domain/association/audit.ts'
import type { AuditPage, AuditQuery } from '#domain/association/reports.schema.ts'
import { addDays, fromItalianTime } from '#domain/base/dates.ts'
import type { AuditStore } from '#server/association/audit/store.ts'
import type { Audit, NamedAuditRow } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

const TEXT_VERSIONS = { privacy: PRIVACY_TEXT_VERSION, newsletter: NEWSLETTER_TEXT_VERSION } as const

const PAGE_SIZE = 50

const withIsoDate = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })

export type AuditService = ReturnType<typeof makeAudit>

export const makeAudit = (
  store: AuditStore,
  db: Database,
  now: () => Date,
  /** What an act of the desk was, with names. */
  deskText: (entry: NamedAuditRow) => Promise<string> = async () => '',
) => {
  const audit: Audit = {
    consent: (entry, tx = db) => store.addConsent(tx, { ...entry, textVersion: TEXT_VERSIONS[entry.purpose] }, now()),
    consentTo: (entry, tx = db) => store.addConsent(tx, entry, now()),
    consentsOf: async (subject) => (await store.consentsOf(subject)).map(withIsoDate),
    async record(entry, tx = db) {
      await store.addAudit(tx, entry, now())
    },
    recordWithId: (entry) => store.addAudit(db, entry, now()),
    has: store.hasAudit,
    where: store.auditWhere,
    ofActions: store.auditOfActions,
  }
  const personalData: PersonalData = {
    tables: [],
    export: async ({ id }) => ({
      consents: await audit.consentsOf(`member:${id}`),
      audit: (await store.auditOf(id)).map(withIsoDate),
    }),
    erase: (tx, { id }) => audit.consent({ subject: `member:${id}`, purpose: 'privacy', event: 'withdrawn' }, tx),
  }
  return {
    ...audit,
    personalData,

    async page({ p, member, kind, until }: AuditQuery): Promise<AuditPage> {
      const { rows, total } = await store.auditPage(
        { p, size: PAGE_SIZE },
        {
          ...(member && { member }),
          ...(kind && { actions: actionsOf(kind) }),
          ...(until && { before: fromItalianTime(`${addDays(until, 1)}T00:00`) }),
        },
      )
      const texts = await Promise.all(rows.map((row) => (row.action.startsWith('desk.') ? deskText(row) : '')))
      const entries = rows.map(({ id, at, action, actorId, actor, role, subject, about, details }, index) => ({
        _id: String(id),
        text: texts[index] ?? '',
        at: at.toISOString(),
        action,
        actor: actorId && actor && role ? { _id: actorId, username: actor, role } : null,
        subject,
        about: about ?? '',
        details,
      }))
      return { entries, total, pages: pagesOf(total, PAGE_SIZE) }
    },
  }
}
