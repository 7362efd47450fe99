import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

// The consent log and the audit log are append-only, enforced by the database.

export type ConsentEntry = {
  /** `member:<id>` or `subscriber:<id>`, so that the log identifies no one after a deletion. */
  subject: string
  purpose: 'privacy' | 'newsletter'
  textVersion: string
  event: 'asked' | 'confirmed' | 'withdrawn'
}
export type AuditEntry = {
  actor: string | null
  action: string
  subject: string
  details?: Record<string, string | boolean | string[]>
}

export type ConsentRow = { purpose: string; textVersion: string; event: string; at: Date }
export type AuditRow = { action: string; at: Date }
export type RecordsStore = ReturnType<typeof makeRecordsStore>

export const makeRecordsStore = (db: Database) => ({
  async addConsent(tx: Queries, { subject, purpose, textVersion, event }: ConsentEntry): Promise<void> {
    await tx.execute(sql`insert into consent (subject, purpose, text_version, event)
      values (${subject}, ${purpose}, ${textVersion}, ${event})`)
  },

  async addAudit(tx: Queries, { actor, action, subject, details = {} }: AuditEntry): Promise<void> {
    await tx.execute(sql`insert into audit (actor, action, subject, details)
      values (${actor}, ${action}, ${subject}, ${JSON.stringify(details)})`)
  },

  consentsOf: (subjects: string[]): Promise<ConsentRow[]> =>
    db.query<ConsentRow>(sql`
    select purpose, text_version as "textVersion", event, at from consent
    where subject = any(${subjects}) order by at, id`),

  auditOf: (subject: string): Promise<AuditRow[]> =>
    db.query<AuditRow>(sql`
    select action, at from audit where subject = ${subject} order by at, id`),
})
