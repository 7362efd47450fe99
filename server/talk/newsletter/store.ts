import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type SubscriberRow = {
  id: string
  name: string
  email: string
  leaveCode: string
  createdAt: Date
  verifiedAt: Date | null
}
export type NewSubscriber = { name: string; email: string; confirmHash: Buffer; leaveCode: string; at: Date }

const EARLIER_LINKS = 9

export type NewsletterStore = ReturnType<typeof makeNewsletterStore>

export const makeNewsletterStore = (db: Database) => {
  const columns = sql`id, name, email, leave_code as "leaveCode", created_at as "createdAt", verified_at as "verifiedAt"`
  return {
    transaction: db.transaction,

    /** Returns undefined if the address is already stored. */
    add: (tx: Queries, { name, email, confirmHash, leaveCode, at }: NewSubscriber) =>
      tx.first<SubscriberRow>(sql`
        insert into newsletter_subscriber (name, email, email_key, confirm_hash, leave_code, created_at)
        values (${name}, ${email}, ${identityKey(email)}, ${confirmHash}, ${leaveCode}, ${at})
        on conflict (email_key) do nothing returning ${columns}`),

    /** Locks the row until the end of the transaction. */
    lock: (tx: Queries, email: string): Promise<SubscriberRow | undefined> =>
      tx.first<SubscriberRow>(sql`
        select ${columns} from newsletter_subscriber where email_key = ${identityKey(email)} for update`),

    find: (email: string): Promise<SubscriberRow | undefined> =>
      db.first<SubscriberRow>(sql`
        select ${columns} from newsletter_subscriber where email_key = ${identityKey(email)}`),

    /** Adds a link; the links mailed before stay valid, at most `EARLIER_LINKS` of them. */
    async renew(tx: Queries, id: string, confirmHash: Buffer): Promise<void> {
      await tx.execute(sql`
        update newsletter_subscriber set confirm_hash = ${confirmHash},
          earlier_hashes = (array[confirm_hash] || earlier_hashes)[1:${EARLIER_LINKS}::int]
        where id = ${id}`)
    },

    /** Only the link that was used stays valid, so that opening it again is not an error. */
    confirm: (tx: Queries, email: string, hash: Buffer, at: Date) =>
      tx.first<SubscriberRow & { first: boolean }>(sql`
        update newsletter_subscriber n
        set verified_at = coalesce(n.verified_at, ${at}), confirm_hash = ${hash}, earlier_hashes = '{}'
        from (select id, verified_at is null as first from newsletter_subscriber
          where email_key = ${identityKey(email)} and ${hash} = any(earlier_hashes || confirm_hash) for update) as before
        where n.id = before.id returning n.id, n.name, before.first`),

    async remove(tx: Queries, by: { email: string } | { leaveCode: string }): Promise<{ id: string } | undefined> {
      const where = 'email' in by ? sql`email_key = ${identityKey(by.email)}` : sql`leave_code = ${by.leaveCode}`
      return tx.first<{ id: string }>(sql`delete from newsletter_subscriber where ${where} returning id`)
    },

    statesAmong: (emails: readonly string[]): Promise<{ key: string; confirmed: boolean }[]> =>
      db.query<{ key: string; confirmed: boolean }>(sql`
        select email_key as key, verified_at is not null as confirmed from newsletter_subscriber
        where email_key = any(${emails.map(identityKey)})`),

    async count(): Promise<{ verified: number; waiting: number }> {
      const row = await db.first<{ verified: number; waiting: number }>(sql`
        select (select count(*) from newsletter_subscriber where verified_at is not null) as verified,
          (select count(*) from newsletter_subscriber where verified_at is null) as waiting`)
      return row ?? { verified: 0, waiting: 0 }
    },

    removeUnconfirmed: (before: Date): Promise<number> =>
      db.execute(sql`delete from newsletter_subscriber where verified_at is null and created_at < ${before}`),
  }
}
