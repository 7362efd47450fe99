import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

export type NewMail = {
  recipient: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  expiresAt: Date | null
  at: Date
}
export type MailRow = {
  id: number
  recipient: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  createdAt: Date
  expiresAt: Date | null
  attempts: number
}

export type OutboxStore = ReturnType<typeof makeOutboxStore>

const SHOWN_AT_MOST = 100

export const makeOutboxStore = (db: Database) => {
  const columns = sql`id, recipient, subject, text, html, headers, created_at as "createdAt", expires_at as "expiresAt", attempts`
  return {
    async add(tx: Queries, mail: NewMail): Promise<void> {
      await tx.execute(sql`insert into outbox (recipient, subject, text, html, headers, expires_at, created_at, due_at)
        values (${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${JSON.stringify(mail.headers)},
          ${mail.expiresAt}, ${mail.at}, ${mail.at})`)
    },

    /** Takes what is due, for as long as `until`: noted before anything is sent, so that no two workers send the same. */
    claim: (now: Date, until: Date, most: number): Promise<MailRow[]> =>
      db.query<MailRow>(sql`
      update outbox set attempts = attempts + 1, due_at = ${until}
      where id in (
        select id from outbox where sent_at is null and given_up_at is null and due_at <= ${now}
        order by due_at, id limit ${most} for update skip locked)
      returning ${columns}`),

    /** What it said is not kept: links in it are as good as a password. */
    async markSent(id: number, at: Date): Promise<void> {
      await db.execute(sql`update outbox set sent_at = ${at}, last_error = '', text = '', html = '' where id = ${id}`)
    },

    async postpone(id: number, dueAt: Date, reason: string): Promise<void> {
      await db.execute(sql`update outbox set due_at = ${dueAt}, last_error = ${reason} where id = ${id}`)
    },

    async giveUp(id: number, at: Date, reason: string): Promise<void> {
      await db.execute(
        sql`update outbox set given_up_at = ${at}, last_error = ${reason}, text = '', html = '' where id = ${id}`,
      )
    },

    newest: (): Promise<MailRow[]> =>
      db.query<MailRow>(sql`
      select ${columns} from outbox order by created_at desc, id desc limit ${SHOWN_AT_MOST}`),

    async find(id: number): Promise<MailRow | undefined> {
      const [row] = await db.query<MailRow>(sql`select ${columns} from outbox where id = ${id}`)
      return row
    },

    async removeTo(tx: Queries, recipient: string): Promise<void> {
      await tx.execute(sql`delete from outbox where lower(recipient) = lower(${recipient})`)
    },

    async removeOlderThan(moment: Date): Promise<number> {
      const count = await db.execute(sql`delete from outbox where created_at < ${moment}`)
      return count
    },
  }
}
