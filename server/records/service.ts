import { NEWSLETTER_TEXT_VERSION, PRIVACY_TEXT_VERSION } from '#domain/consent.ts'
import type { AuditView, ConsentView } from '#domain/privacy.schema.ts'
import type { Database, Queries } from '#server/db/pool.ts'
import type { AuditEntry, ConsentEntry, RecordsStore } from '#server/records/store.ts'

const TEXT_VERSIONS = { privacy: PRIVACY_TEXT_VERSION, newsletter: NEWSLETTER_TEXT_VERSION } as const

export type Records = ReturnType<typeof makeRecords>

export const makeRecords = (store: RecordsStore, db: Database) => ({
  /** Logs that a consent was requested, given or withdrawn, with the current version of its text. */
  consent: (entry: Omit<ConsentEntry, 'textVersion'>, tx: Queries = db): Promise<void> =>
    store.addConsent(tx, { ...entry, textVersion: TEXT_VERSIONS[entry.purpose] }),

  /** Logs an action on an account. `details` may name changed fields but never contain personal values. */
  audit: (entry: AuditEntry, tx: Queries = db): Promise<void> => store.addAudit(tx, entry),

  consentsOf: async (...subjects: string[]): Promise<ConsentView[]> =>
    (await store.consentsOf(subjects)).map((row) => ({ ...row, at: row.at.toISOString() })),

  auditOf: async (subject: string): Promise<AuditView[]> =>
    (await store.auditOf(subject)).map((row) => ({ ...row, at: row.at.toISOString() })),
})
