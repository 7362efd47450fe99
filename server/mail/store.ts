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
export type MailRow = Omit<NewMail, 'at'> & { id: number; createdAt: Date }

export type MailStore = ReturnType<typeof makeMailStore>

const NEWEST_AT_MOST = 100

export const makeMailStore = (db: Database) => {
  const columns = sql`id, recipient, subject, text, html, headers, created_at as "createdAt", expires_at as "expiresAt"`
  const isPending = sql`sent_at is null and given_up_at is null`
  return {
    async add(tx: Queries, mail: NewMail): Promise<number> {
      const row = await tx.first<{ id: number }>(sql`
        insert into mail (recipient, subject, text, html, headers, expires_at, created_at)
        values (${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${JSON.stringify(mail.headers)},
          ${mail.expiresAt}, ${mail.at})
        returning id`)
      if (!row) throw new Error('the mail was not stored')
      return row.id
    },

    /** Reserves a pending mail for one attempt to send it; undefined if it is not pending, or reserved for another attempt. */
    claim: (id: number, { by, milliseconds }: { by: string; milliseconds: number }): Promise<MailRow | undefined> =>
      db.first<MailRow>(sql`
        update mail set attempts = attempts + 1, claimed_by = ${by},
          claimed_until = now() + make_interval(secs => ${milliseconds / 1000})
        where id = ${id} and ${isPending} and (claimed_until is null or claimed_until <= now() or claimed_by = ${by})
        returning ${columns}`),

    /** When the running attempt is over at the latest; undefined if the mail is not pending. */
    async claimedUntil(id: number): Promise<Date | undefined> {
      const row = await db.first<{ until: Date }>(sql`
        select coalesce(claimed_until, now()) as until from mail where id = ${id} and ${isPending}`)
      return row?.until
    },

    /** The text is deleted: links in it are as good as a password. */
    async markSent(id: number, at: Date): Promise<void> {
      await db.execute(sql`
        update mail set sent_at = ${at}, claimed_until = null, last_error = '', text = '', html = '' where id = ${id}`)
    },

    async markFailed(id: number, reason: string): Promise<void> {
      await db.execute(sql`update mail set claimed_until = null, last_error = ${reason} where id = ${id}`)
    },

    async giveUp(id: number, at: Date, reason: string): Promise<void> {
      await db.execute(sql`
        update mail set given_up_at = ${at}, claimed_until = null, last_error = ${reason}, text = '', html = ''
        where id = ${id}`)
    },

    newest: (): Promise<MailRow[]> =>
      db.query<MailRow>(sql`select ${columns} from mail order by created_at desc, id desc limit ${NEWEST_AT_MOST}`),

    find: (id: number): Promise<MailRow | undefined> =>
      db.first<MailRow>(sql`select ${columns} from mail where id = ${id}`),

    async removeTo(tx: Queries, recipient: string): Promise<void> {
      await tx.execute(sql`delete from mail where lower(recipient) = lower(${recipient})`)
    },

    removeOlderThan: (moment: Date): Promise<number> => db.execute(sql`delete from mail where created_at < ${moment}`),
  }
}
