import { NEWSLETTER_TEXT_VERSION, PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import type { AuditView, ConsentView } from '#domain/accounts/privacy.schema.ts'
import type { AuditPage, AuditQuery } from '#domain/association/reports.schema.ts'
import type {
  AuditEntry,
  AuditPageRow,
  AuditSelection,
  ConsentEntry,
  RecordsStore,
} from '#server/association/audit/store.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'

const TEXT_VERSIONS = { privacy: PRIVACY_TEXT_VERSION, newsletter: NEWSLETTER_TEXT_VERSION } as const

const PAGE_SIZE = 50

export type Records = ReturnType<typeof makeRecords>

export const makeRecords = (store: RecordsStore, db: Database) => ({
  /** Logs that a consent was requested, given or withdrawn, with the current version of its text. */
  consent: (
    entry: Omit<ConsentEntry, 'textVersion'> & { purpose: keyof typeof TEXT_VERSIONS },
    tx: Queries = db,
  ): Promise<void> => store.addConsent(tx, { ...entry, textVersion: TEXT_VERSIONS[entry.purpose] }),

  /** For texts that are stored: the caller gives the version. */
  consentTo: (entry: ConsentEntry, tx: Queries = db): Promise<void> => store.addConsent(tx, entry),

  /** Logs an action on an account. `details` may name changed fields but never contain personal values. */
  async audit(entry: AuditEntry, tx: Queries = db): Promise<void> {
    await store.addAudit(tx, entry)
  },
  /** As audit; answers the id of the entry, to which a later one may refer. */
  auditWithId: (entry: AuditEntry): Promise<number> => store.addAudit(db, entry),

  consentsOf: async (...subjects: string[]): Promise<ConsentView[]> =>
    (await store.consentsOf(subjects)).map((row) => ({ ...row, at: row.at.toISOString() })),

  /** A page of the entries with these actions, newest first. */
  auditOfActions: store.auditOfActions,

  auditOf: async (subject: string): Promise<AuditView[]> =>
    (await store.auditOf(subject)).map((row) => ({ ...row, at: row.at.toISOString() })),

  /** Whether there is an entry with these details, among others. */
  hasAudit: store.hasAudit,

  async auditPage({ p, member }: AuditQuery): Promise<AuditPage> {
    const { rows, total } = await store.auditPage({ p, size: PAGE_SIZE }, member)
    const entries = rows.map(({ id, at, action, actorId, actor, role, subject, about, details }) => ({
      _id: String(id),
      at: at.toISOString(),
      action,
      actor: actorId && actor && role ? { _id: actorId, username: actor, role } : null,
      subject,
      about: about ?? '',
      details,
    }))
    return { entries, total, pages: pagesOf(total, PAGE_SIZE) }
  },
  auditWhere: (selection: AuditSelection, tx?: Queries): Promise<AuditPageRow[]> => store.auditWhere(selection, tx),
})
