import type { AuditAction } from '#domain/association/audit.ts'
import type { TreasuryAction } from '#domain/val/treasury.ts'
import type { AuditEntry, AuditRow, AuditSelection, ConsentEntry, NamedAuditRow } from '#server/platform/audit.ts'
import { countUpTo } from '#server/platform/db/long-list.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, join, raw, sql } from '#server/platform/db/sql.ts'

// The consent log and the audit log are append-only, enforced by the database.

export type ConsentRow = { purpose: string; textVersion: string; event: string; at: Date }

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Literals instead of parameters: without knowing the actions, the planner would read all entries. */
const literals = (actions: readonly AuditAction[]) => join(actions.map((action) => raw(`'${action}'`)))

/** With `member`, only entries by or about that member; with `before`, only older ones. */
export type AuditFilter = { member?: string; actions?: AuditAction[]; before?: Date }

export type AuditStore = ReturnType<typeof makeAuditStore>

export const makeAuditStore = (db: Database) => {
  const columns = sql`
    e.id, e.at, e.action, e.actor as "actorId", a.username as actor, a.role, e.subject, s.username as about, e.details`
  const entries = sql`
    audit e left join member a on a.id = e.actor
      left join member s on s.id = case when e.subject ~ ${UUID} then e.subject::uuid end`
  return {
    async addConsent(tx: Queries, { subject, purpose, textVersion, event }: ConsentEntry, at: Date): Promise<void> {
      await tx.execute(sql`insert into consent (subject, purpose, text_version, event, at)
      values (${subject}, ${purpose}, ${textVersion}, ${event}, ${at})`)
    },

    /** Returns the id of the entry. */
    async addAudit(tx: Queries, { actor, action, subject, details = {} }: AuditEntry, at: Date): Promise<number> {
      const row = await tx.first<{ id: number }>(sql`insert into audit (actor, action, subject, details, at)
      values (${actor}, ${action}, ${subject}, ${JSON.stringify(details)}, ${at}) returning id`)
      return row?.id ?? 0
    },

    consentsOf: (subject: string): Promise<ConsentRow[]> =>
      db.query<ConsentRow>(sql`
    select purpose, text_version as "textVersion", event, at from consent
    where subject = ${subject} order by at, id`),

    /** Newest first. */
    async auditOfActions(actions: readonly TreasuryAction[], page: Page) {
      const wanted = literals(actions)
      const [rows, [counted]] = await Promise.all([
        db.query<AuditRow>(sql`
        select id, at, actor, action, subject, details from audit
        where action in (${wanted}) order by id desc ${limitOf(page)}`),
        db.query<{ total: number }>(sql`select count(*)::int as total from audit where action in (${wanted})`),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    auditOf: (subject: string): Promise<AuditRow[]> =>
      db.query<AuditRow>(sql`
    select action, at from audit where subject = ${subject} order by at, id`),

    async hasAudit(action: string, details: NonNullable<AuditEntry['details']>): Promise<boolean> {
      const rows = await db.query(sql`
    select from audit where action = ${action} and details @> ${JSON.stringify(details)}::jsonb limit 1`)
      return rows.length > 0
    },

    /** Newest first. */
    async auditPage(
      page: Page,
      { member, actions, before }: AuditFilter,
    ): Promise<{ rows: NamedAuditRow[]; total: number }> {
      const where = sql`
        where true ${member ? sql`and (subject = ${member}::text or actor = ${member}::uuid)` : empty}
          ${actions ? sql`and action in (${literals(actions)})` : empty} ${before ? sql`and at < ${before}` : empty}`
      const [rows, [counted]] = await Promise.all([
        db.query<NamedAuditRow>(sql`
        select ${columns} from ${entries}
        where e.id in (select id from audit ${where} order by id desc ${limitOf(page)}) order by e.id desc`),
        db.query<{ total: number }>(countUpTo(sql`select from audit ${where}`)),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    /** Oldest first. */
    auditWhere: (
      { action = '', actor, subject, session, since }: AuditSelection,
      tx: Queries = db,
    ): Promise<NamedAuditRow[]> =>
      tx.query<NamedAuditRow>(sql`
      select ${columns} from ${entries}
      where starts_with(e.action, ${action}) ${actor ? sql`and e.actor = ${actor}` : empty}
        ${subject ? sql`and e.subject = ${subject}` : empty}
        ${session ? sql`and e.details ->> 'session' = ${session}` : empty} ${since ? sql`and e.at >= ${since}` : empty}
      order by e.id`),
  }
}
