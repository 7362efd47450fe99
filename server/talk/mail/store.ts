import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { asHtml } from '#server/talk/mail/render.ts'
import { makeReferences } from '#server/talk/references/store.ts'

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
/** `open` while the mail is still to be sent or retried. */
export type MailOutcome = 'open' | 'sent' | 'failed'
export type MailFailure = { reason: string; failedAt: Date }

export type MailQueue = {
  waiting: number
  oldest: Date | null
  givenUp: number
  lastErrors: { at: Date; message: string }[]
}

export type MailStore = ReturnType<typeof makeMailStore>

const NEWEST_AT_MOST = 100

export const makeMailStore = (db: Database) => {
  const columns = sql`id, recipient, subject, text, html, headers, created_at as "createdAt", expires_at as "expiresAt"`
  const references = makeReferences(db)
  /** The stored texts refer to what they quote of others. */
  const filledIn = async (mails: MailRow[]): Promise<MailRow[]> => {
    const fill = await references.fill(mails.flatMap(({ subject, text }) => [subject, text]))
    return mails.map((mail) => ({
      ...mail,
      subject: fill(mail.subject),
      text: fill(mail.text),
      html: fill(mail.html, asHtml),
    }))
  }
  const firstFilledIn = async (mails: MailRow[]): Promise<MailRow | undefined> => (await filledIn(mails))[0]
  const isPending = sql`sent_at is null and given_up_at is null`
  return {
    async add(tx: Queries, mail: NewMail, quotes: string[]): Promise<number> {
      const row = await tx.first<{ id: number }>(sql`
        insert into mail (recipient, subject, text, html, headers, expires_at, created_at, quotes)
        values (${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${JSON.stringify(mail.headers)},
          ${mail.expiresAt}, ${mail.at}, ${quotes}::uuid[])
        returning id`)
      if (!row) throw new Error('the mail was not stored')
      return row.id
    },

    /** Adds mails to different addresses; returns the ids by address. */
    async addAll(tx: Queries, mails: NewMail[]): Promise<Map<string, number>> {
      const rows = await tx.query<{ id: number; recipient: string }>(sql`
        insert into mail (recipient, subject, text, html, headers, expires_at, created_at)
        select recipient, subject, text, html, headers, "expiresAt", at
        from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as added(recipient text, subject text, text text, html text,
          headers jsonb, "expiresAt" timestamptz, at timestamptz)
        returning id, recipient`)
      return new Map(rows.map(({ id, recipient }) => [recipient, id]))
    },

    /** Returns the outcomes by id, without deleted mails. */
    async outcomes(tx: Queries, ids: number[]): Promise<Map<number, MailOutcome>> {
      const rows = await tx.query<{ id: number; outcome: MailOutcome }>(sql`
        select id, case when given_up_at is not null then 'failed' when sent_at is not null then 'sent' else 'open' end as outcome
        from mail where id = any(${ids}::bigint[])`)
      return new Map(rows.map(({ id, outcome }) => [id, outcome]))
    },

    /**
     * Claims a pending mail for one attempt to send it; returns undefined if it is not pending or claimed by another attempt.
     * Uses the clock of the database, which all instances share.
     */
    claim: async (
      id: number,
      { by, milliseconds }: { by: string; milliseconds: number },
    ): Promise<MailRow | undefined> =>
      firstFilledIn(
        await db.query<MailRow>(sql`
          update mail set attempts = attempts + 1, claimed_by = ${by},
            claimed_until = now() + make_interval(secs => ${milliseconds / 1000})
          where id = ${id} and ${isPending} and (claimed_until is null or claimed_until <= now() or claimed_by = ${by}
             or claimed_until > now() + make_interval(secs => ${milliseconds / 1000}))
          returning ${columns}`),
      ),

    /** Returns when the current claim expires; undefined if the mail is not pending. */
    async claimedUntil(id: number): Promise<Date | undefined> {
      const row = await db.first<{ until: Date }>(sql`
        select coalesce(claimed_until, now()) as until from mail where id = ${id} and ${isPending}`)
      return row?.until
    },

    /** Deletes the text, because links in it can give access to the account, and the headers, which contain the reply address. */
    async markSent(id: number, at: Date): Promise<void> {
      await db.execute(sql`
        update mail set sent_at = ${at}, claimed_until = null, last_error = '', text = '', html = '', headers = '{}'
        where id = ${id}`)
    },

    async markFailed(id: number, reason: string): Promise<void> {
      await db.execute(sql`update mail set claimed_until = null, last_error = ${reason} where id = ${id}`)
    },

    /** Ends a claim without an attempt. */
    async release(id: number): Promise<void> {
      await db.execute(sql`update mail set claimed_until = null, attempts = attempts - 1 where id = ${id}`)
    },

    async giveUp(id: number, at: Date, reason: string): Promise<void> {
      await db.execute(sql`
        update mail set given_up_at = ${at}, claimed_until = null, last_error = ${reason}, text = '', html = '', headers = '{}'
        where id = ${id}`)
    },

    /** Marks a bounced mail as failed. Returns the recipient; undefined if there is no mail with that id and time. */
    async markReturned(tx: Queries, { id, createdAt }: Pick<MailRow, 'id' | 'createdAt'>, at: Date, reason: string) {
      const row = await tx.first<{ recipient: string }>(sql`
        update mail set given_up_at = ${at}, claimed_until = null, last_error = ${reason}, text = '', html = ''
        where id = ${id} and created_at = ${createdAt} returning recipient`)
      return row?.recipient
    },

    async noteFailure(tx: Queries, addressKey: string, { reason, failedAt }: MailFailure): Promise<void> {
      await tx.execute(sql`
        insert into mail_failure (address_key, reason, failed_at) values (${addressKey}, ${reason}, ${failedAt})
        on conflict (address_key) do update set reason = excluded.reason, failed_at = excluded.failed_at`)
    },

    async clearFailure(tx: Queries, addressKey: string): Promise<void> {
      await tx.execute(sql`delete from mail_failure where address_key = ${addressKey}`)
    },

    findFailure: (addressKey: string): Promise<MailFailure | undefined> =>
      db.first<MailFailure>(sql`
        select reason, failed_at as "failedAt" from mail_failure where address_key = ${addressKey}`),

    async failedAmong(tx: Queries, addressKeys: string[]): Promise<Set<string>> {
      const rows = await tx.query<{ key: string }>(sql`
        select address_key as key from mail_failure where address_key = any(${addressKeys})`)
      return new Set(rows.map(({ key }) => key))
    },

    removeFailuresBefore: (moment: Date): Promise<number> =>
      db.execute(sql`delete from mail_failure where failed_at < ${moment}`),

    /** Deletes those that are still pending. */
    async removePending(tx: Queries, ids: number[]): Promise<void> {
      await tx.execute(sql`delete from mail where id = any(${ids}::bigint[]) and ${isPending}`)
    },

    /**
     * Deletes pending mails that quote this message or listing, and nothing else or not by a reference: mails and notices of
     * older versions hold the words themselves.
     */
    async removeAbout(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`
        delete from mail where ${id} = any(quotes) and ${isPending}
          and (quotes = ${[id]}::uuid[] or strpos(text, ${id} || chr(3)) = 0)`)
    },

    /** Deletes pending mails that hold words or contact details of this member. */
    async removeQuoting(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`delete from mail where ${id} = any(quotes) and ${isPending}`)
    },

    /** Returns how many mails wait to be sent, and the newest failures. */
    async queue(errors: number): Promise<MailQueue> {
      const [counts, lastErrors] = await Promise.all([
        db.first<Omit<MailQueue, 'lastErrors'>>(sql`
          select count(*) as waiting, min(created_at) as oldest,
            (select count(*) from mail where given_up_at is not null) as "givenUp"
          from mail where ${isPending}`),
        db.query<MailQueue['lastErrors'][number]>(sql`
          (select given_up_at as at, last_error as message from mail where given_up_at is not null
            order by given_up_at desc limit ${errors})
          union all
          (select created_at, last_error from mail where ${isPending} and last_error <> ''
            order by created_at desc limit ${errors})
          order by at desc limit ${errors}`),
      ])
      return { ...(counts ?? { waiting: 0, oldest: null, givenUp: 0 }), lastErrors }
    },

    newest: async (): Promise<MailRow[]> =>
      filledIn(
        await db.query<MailRow>(
          sql`select ${columns} from mail order by created_at desc, id desc limit ${NEWEST_AT_MOST}`,
        ),
      ),

    find: async (id: number): Promise<MailRow | undefined> =>
      firstFilledIn(await db.query<MailRow>(sql`select ${columns} from mail where id = ${id}`)),

    async removeTo(tx: Queries, recipient: string): Promise<void> {
      await tx.execute(sql`delete from mail where lower(recipient) = lower(${recipient})`)
    },

    removeOlderThan: (moment: Date): Promise<number> => db.execute(sql`delete from mail where created_at < ${moment}`),
  }
}
