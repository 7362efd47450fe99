import type { NewsletterChange, NewsletterText } from '#domain/talk/newsletter.schema.ts'
import type { NewsletterAudience, NewsletterState } from '#domain/talk/newsletter.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

export type NewsletterRow = {
  id: string
  subject: string
  text: string
  audience: NewsletterAudience
  nearby: boolean
  state: NewsletterState
  createdBy: string
  createdAt: Date
  startedAt: Date | null
  listingsSince: Date | null
  queuedTo: string
  queuedAll: boolean
  sent: number
  failed: number
}
type Person = { id: string; name: string; email: string }
export type SubscribedPerson = Person & { leaveCode: string }
export type Received = { subject: string; state: string; at: Date }
export type NewslettersStore = ReturnType<typeof makeNewslettersStore>

export const makeNewslettersStore = (db: Database) => {
  const columns = sql`id, subject, text, audience, nearby, state, created_by as "createdBy", created_at as "createdAt",
    started_at as "startedAt", listings_since as "listingsSince", queued_to as "queuedTo", queued_all as "queuedAll", sent, failed`
  const says = ({ subject, text, audience, nearby }: NewsletterText) =>
    sql`(subject, text, audience, nearby) = (${subject}, ${text}, ${audience}, ${nearby})`
  return {
    transaction: db.transaction,

    async add({ subject, text, audience, nearby }: NewsletterText, by: string, at: Date): Promise<string> {
      const row = await db.first<{ id: string }>(sql`
        insert into newsletter (subject, text, audience, nearby, created_by, created_at)
        values (${subject}, ${text}, ${audience}, ${nearby}, ${by}, ${at}) returning id`)
      return row?.id ?? ''
    },

    /** Only for drafts, and only if the draft is the one that was read; returns false otherwise. */
    async change(id: string, { subject, text, audience, nearby, read }: NewsletterChange): Promise<boolean> {
      const changed = await db.execute(sql`
        update newsletter set subject = ${subject}, text = ${text}, audience = ${audience}, nearby = ${nearby}
        where id = ${id} and state = 'draft' ${read ? sql`and ${says(read)}` : empty}`)
      return changed > 0
    },

    /** Only for drafts; returns false otherwise. */
    remove: async (id: string): Promise<boolean> =>
      (await db.execute(sql`delete from newsletter where id = ${id} and state = 'draft'`)) > 0,

    find: (id: string, tx: Queries = db): Promise<NewsletterRow | undefined> =>
      tx.first<NewsletterRow>(sql`select ${columns} from newsletter where id = ${id}`),

    /** Newest first. */
    async page(page: Page): Promise<{ rows: NewsletterRow[]; total: number }> {
      const [rows, [counted]] = await Promise.all([
        db.query<NewsletterRow>(sql`
          select ${columns} from newsletter order by id desc ${limitOf(page)}`),
        db.query<{ total: number }>(sql`select count(*) as total from newsletter`),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    /** Returns when the last newsletter with listings for this audience was started. */
    async lastStart(tx: Queries, audience: NewsletterAudience): Promise<Date | undefined> {
      const row = await tx.first<{ at: Date | null }>(sql`
        select max(started_at) as at from newsletter where nearby and audience = ${audience}`)
      return row?.at ?? undefined
    },

    /** Changes the state from draft to sending; returns false if it was not a draft, or not the one that was read. */
    async start(
      tx: Queries,
      id: string,
      read: NewsletterText,
      { at, listingsSince }: { at: Date; listingsSince: Date },
    ): Promise<boolean> {
      const started = await tx.execute(sql`
        update newsletter set state = 'sending', started_at = ${at}, listings_since = ${listingsSince}
        where id = ${id} and state = 'draft' and ${says(read)}`)
      return started > 0
    },

    async sending(): Promise<string[]> {
      const rows = await db.query<{ id: string }>(sql`select id from newsletter where state = 'sending' order by id`)
      return rows.map(({ id }) => id)
    },

    hasSending: sql`exists (select from newsletter where state = 'sending')`,

    /** Locks a newsletter that is being sent; returns undefined if another instance has locked it. */
    lockSending: (tx: Queries, id: string): Promise<NewsletterRow | undefined> =>
      tx.first<NewsletterRow>(sql`
        select ${columns} from newsletter where id = ${id} and state = 'sending' for update skip locked`),

    /**
     * Returns confirmed subscribers ordered by id, after the given id. Locks them: unsubscribing waits for this
     * transaction and then also deletes the mail that it queues.
     */
    subscribersAfter: (tx: Queries, id: string, most: number): Promise<SubscribedPerson[]> =>
      tx.query<SubscribedPerson>(sql`
        select id, name, email, leave_code as "leaveCode" from newsletter_subscriber
        where verified_at is not null and id > ${id} order by id limit ${most} for key share`),

    async addRecipients(tx: Queries, newsletterId: string, added: { id: string; mailId: number }[]): Promise<void> {
      await tx.execute(sql`
        insert into newsletter_recipient (newsletter_id, recipient_id, mail_id)
        select ${newsletterId}, recipient, mail
        from unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ mailId }) => mailId)}::bigint[]) as added(recipient, mail)`)
    },

    async advance(tx: Queries, id: string, queuedTo: string, queuedAll: boolean): Promise<void> {
      await tx.execute(sql`
        update newsletter set queued_to = ${queuedTo}, queued_all = ${queuedAll} where id = ${id}`)
    },

    async queuedMails(tx: Queries, id: string): Promise<number[]> {
      const rows = await tx.query<{ mailId: number }>(sql`
        select mail_id as "mailId" from newsletter_recipient where newsletter_id = ${id} and state = 'queued'`)
      return rows.map(({ mailId }) => mailId)
    },

    /** Records the outcome of mails and updates the counters of the newsletter. */
    async record(tx: Queries, id: string, outcome: 'sent' | 'failed', mailIds: number[]): Promise<void> {
      await tx.execute(sql`
        with recorded as (
          update newsletter_recipient set state = ${outcome}
          where newsletter_id = ${id} and mail_id = any(${mailIds}::bigint[]) and state = 'queued' returning mail_id)
        update newsletter set
          sent = sent + (select count(*) from recorded where ${outcome} = 'sent'),
          failed = failed + (select count(*) from recorded where ${outcome} = 'failed')
        where id = ${id}`)
    },

    /** Removes recipients whose mail was deleted. */
    async dropRecipients(tx: Queries, mailIds: number[]): Promise<void> {
      await tx.execute(sql`delete from newsletter_recipient where mail_id = any(${mailIds}::bigint[])`)
    },

    async finish(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update newsletter set state = 'sent', finished_at = ${at} where id = ${id}`)
    },

    /** Counts a bounced mail as failed instead of sent. */
    async recordReturned(tx: Queries, mailId: number): Promise<void> {
      await tx.execute(sql`
        with returned as (
          update newsletter_recipient set state = 'failed' where mail_id = ${mailId} and state = 'sent' returning newsletter_id)
        update newsletter n set sent = n.sent - 1, failed = n.failed + 1 from returned r where n.id = r.newsletter_id`)
    },

    /** Deletes the records of newsletters sent to a person; returns the ids of mails that are still queued. */
    async removeRecipient(tx: Queries, recipientId: string): Promise<number[]> {
      const rows = await tx.query<{ mailId: number; state: string }>(sql`
        delete from newsletter_recipient where recipient_id = ${recipientId} returning mail_id as "mailId", state`)
      return rows.filter(({ state }) => state === 'queued').map(({ mailId }) => mailId)
    },

    receivedBy: (recipientIds: string[]): Promise<Received[]> =>
      db.query<Received>(sql`
        select n.subject, r.state, n.started_at as at from newsletter_recipient r join newsletter n on n.id = r.newsletter_id
        where r.recipient_id = any(${recipientIds}::uuid[]) order by n.started_at`),

    removeRecipientsOfFinished: (before: Date): Promise<number> =>
      db.execute(sql`
        delete from newsletter_recipient r using newsletter n where n.id = r.newsletter_id and n.finished_at < ${before}`),
  }
}
