import { NO_MAILBOX } from '#domain/accounts/desk.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Residence } from '#server/talk/newsletter/hooks.ts'

type MailableMember = Residence & { id: string; name: string; email: string }

/** Members as recipients of newsletters. */
export const makeAudienceStore = (db: Database) => {
  const isMailable = sql`verified and deleted_at is null and suspended_at is null and email not like ${`%${NO_MAILBOX}`}`
  return {
    /** Returns verified members with a mailbox that are not suspended, ordered by id, after the given id. */
    mailableAfter: (tx: Queries, id: string, most: number): Promise<MailableMember[]> =>
      tx.query<MailableMember>(sql`
        select id, shown_name as name, email, zip_code as "zipCode", city from member
        where ${isMailable} and id > ${id} order by id limit ${most} for key share`),

    /** Returns the members with these addresses, by address key. */
    async findByEmails(
      tx: Queries,
      emails: string[],
    ): Promise<Map<string, Residence & { id: string; isSuspended: boolean }>> {
      const rows = await tx.query<Residence & { key: string; id: string; isSuspended: boolean }>(sql`
        select email_key as key, id, zip_code as "zipCode", city, suspended_at is not null as "isSuspended" from member
        where email_key = any(${emails.map(identityKey)}) and deleted_at is null`)
      return new Map(rows.map((row) => [row.key, row]))
    },

    async countMailable(): Promise<number> {
      const row = await db.first<{ many: number }>(sql`select count(*) as many from member where ${isMailable}`)
      return row?.many ?? 0
    },
  }
}
