import { NO_MAILBOX } from '#domain/accounts/desk.ts'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { ThreadPageQuery } from '#domain/talk/threads.schema.ts'
import { MESSAGE_PAGE_SIZE, THREAD_MESSAGES } from '#domain/talk/threads.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

export type ThreadRow = {
  id: string
  orderId: string | null
  listingId: string | null
  title: string
  askerId: string
  ownerId: string
}
export type Message = { id: string; senderId: string; text: string; createdAt: Date }
export type MessageRow = Message & { number: number }
/** What a thread is about; `title` is what it was called at its beginning. */
export type ThreadTitle = { orderId: string | null; listingId: string | null; title: string }
export type UnreadMessage = { id: string; number: number; fromId: string } & ThreadTitle
export type NewMessageRow = { threadId: string; senderId: string; text: string; at: Date }
/** As shown to one of its two members; `with…` is the other one. */
export type ListedThread = Omit<ThreadRow, 'askerId' | 'ownerId'> & {
  withId: string
  withUsername: string
  withName: string
  unread: number
  last: { id: string; senderId: string; text: string; at: string }
}
export type ReportedMessage = { senderId: string; threadId: string; text: string; to: string }
export type NewThreadRow = Omit<ThreadRow, 'id'> & { at: Date }

export type OtherState = { isDeleted: boolean; isSuspended: boolean; atDesk: boolean }
type OtherMember = OtherState & { username: string; name: string }
/** What a thread is about, for one of its members; `to` is the other one. */
export type ThreadSubject = ThreadTitle & { toId: string; to: string }
export type ThreadsStore = ReturnType<typeof makeThreadsStore>

export const makeThreadsStore = (db: Database) => {
  const columns = sql`
    t.id, t.order_id as "orderId", t.listing_id as "listingId", t.title, t.asker_id as "askerId", t.owner_id as "ownerId"`
  const messageColumns = sql`
    id, number, sender_id as "senderId", case when withheld then ${THREAD_MESSAGES.withheld} else text end as text,
    created_at as "createdAt"`
  const unreadOf = (memberId: string) =>
    sql`case when t.asker_id = ${memberId} then t.asker_unread else t.owner_unread end`

  return {
    transaction: db.transaction,

    find: (id: string): Promise<ThreadRow | undefined> =>
      db.first<ThreadRow>(sql`select ${columns} from thread t where t.id = ${id}`),

    findOfOrder: (orderId: string, tx: Queries = db): Promise<{ id: string } | undefined> =>
      tx.first<{ id: string }>(sql`select id from thread where order_id = ${orderId}`),

    findOfListing: (listingId: string, askerId: string): Promise<{ id: string } | undefined> =>
      db.first<{ id: string }>(sql`
        select id from thread where listing_id = ${listingId} and asker_id = ${askerId} and order_id is null`),

    /** Returns undefined if the thread already exists, or if its listing is deleted at the same moment. */
    add: (tx: Queries, { orderId, listingId, title, askerId, ownerId, at }: NewThreadRow) =>
      tx.first<{ id: string }>(sql`
        insert into thread (order_id, listing_id, title, asker_id, owner_id, created_at)
        select ${orderId}::uuid, ${listingId}::uuid, ${title}, ${askerId}::uuid, ${ownerId}::uuid, ${at}::timestamptz
        where ${listingId}::uuid is null or exists (select from listing where id = ${listingId} for key share)
        on conflict do nothing returning id`),

    /**
     * Locks the thread until the transaction ends, so that its messages are numbered in commit order. Returns undefined if
     * the thread was deleted.
     */
    async addMessage(tx: Queries, { threadId, senderId, text, at }: NewMessageRow): Promise<string | undefined> {
      const row = await tx.first<{ id: string }>(sql`
        with thread as (
          update thread t set messages = t.messages + 1, last_at = greatest(t.last_at, ${at}),
            asker_unread = t.asker_unread + (t.asker_id <> ${senderId})::int,
            owner_unread = t.owner_unread + (t.owner_id <> ${senderId})::int
          where t.id = ${threadId} returning t.id, t.messages)
        insert into message (thread_id, number, sender_id, text, created_at)
        select id, messages, ${senderId}, ${text}, ${at} from thread returning id`)
      return row?.id
    },

    findSent: (id: string, tx: Queries = db): Promise<MessageRow | undefined> =>
      tx.first<MessageRow>(sql`select ${messageColumns} from message where id = ${id}`),

    /** Returns the newest messages that the member has not read and that are not withheld, oldest first. */
    async unread(tx: Queries, threadId: string, memberId: string, limit: number): Promise<UnreadMessage[]> {
      const rows = await tx.query<UnreadMessage>(sql`
        select m.id, m.number, other.id as "fromId", t.order_id as "orderId", t.listing_id as "listingId", t.title
        from thread t
          join member other on other.id = case when t.asker_id = ${memberId} then t.owner_id else t.asker_id end
          join lateral (
            select id, number, withheld from message where thread_id = t.id and sender_id = other.id
            order by number desc limit ${unreadOf(memberId)}) as m on not m.withheld
        where t.id = ${threadId} order by m.number desc limit ${limit}`)
      return rows.toReversed()
    },

    async findMember(id: string, now: Date): Promise<OtherMember> {
      const row = await db.first<OtherMember>(sql`
        select username, shown_name as name, deleted_at is not null as "isDeleted", email like ${`%${NO_MAILBOX}`} as "atDesk",
          suspended_at is not null and coalesce(suspended_until > ${now}, true) as "isSuspended"
        from member where id = ${id}`)
      const gone = { username: DELETED_MEMBER_NAME, name: DELETED_MEMBER_NAME, isDeleted: true }
      return row ?? { ...gone, isSuspended: false, atDesk: false }
    },

    /**
     * Returns how long the owner took to reply in the most recent threads: from the request, or from the first question, to
     * the owner's first message.
     */
    async firstAnswers(ownerId: string, most: number): Promise<number[]> {
      const rows = await db.query<{ minutes: number }>(sql`
        select (extract(epoch from answer.created_at - asked.created_at) / 60)::float8 as minutes
        from (
          select id, asker_id from thread
          where owner_id = ${ownerId} and order_id is null and last_at is not null order by last_at desc limit ${most}) t
        cross join lateral (
          select m.created_at, m.number from message m
          where m.thread_id = t.id and m.sender_id = t.asker_id order by m.number limit 1) asked
        cross join lateral (
          select m.created_at from message m
          where m.thread_id = t.id and m.sender_id = ${ownerId} and m.number > asked.number order by m.number limit 1) answer`)
      return rows.map(({ minutes }) => minutes)
    },

    /** The title, and the name of the member's counterpart; undefined for threads of others. */
    about: (id: string, memberId: string): Promise<ThreadSubject | undefined> =>
      db.first<ThreadSubject>(sql`
        select t.title, t.order_id as "orderId", t.listing_id as "listingId", other.id as "toId", other.shown_name as "to" from thread t
          join member other on other.id = case when t.asker_id = ${memberId} then t.owner_id else t.asker_id end
        where t.id = ${id} and ${memberId} in (t.asker_id, t.owner_id)`),

    /** Whether one member has written to the other in any thread. */
    async hasWritten(from: string, to: string): Promise<boolean> {
      const rows = await db.query(sql`
        select from thread t where (t.asker_id = ${from} and t.owner_id = ${to} or t.asker_id = ${to} and t.owner_id = ${from})
          and exists (select from message m where m.thread_id = t.id and m.sender_id = ${from}) limit 1`)
      return rows.length > 0
    },

    /** Newest first. Returns one more than a page if there are older ones. */
    messages: (threadId: string, { p, before }: ThreadPageQuery, tx: Queries = db): Promise<MessageRow[]> =>
      tx.query<MessageRow>(sql`
        select ${messageColumns} from message
        where thread_id = ${threadId} ${before ? sql`and number < ${before}` : empty}
        order by number desc limit ${MESSAGE_PAGE_SIZE + 1} offset ${(p - 1) * MESSAGE_PAGE_SIZE}`),

    /** Finds a message in a thread of this member; not if it is withheld. */
    findMessage: (id: string, memberId: string): Promise<ReportedMessage | undefined> =>
      db.first<ReportedMessage>(sql`
        select m.sender_id as "senderId", m.thread_id as "threadId", m.text, other.shown_name as "to"
        from message m join thread t on t.id = m.thread_id
          join member other on other.id = case when t.asker_id = m.sender_id then t.owner_id else t.asker_id end
        where m.id = ${id} and not m.withheld and ${memberId} in (t.asker_id, t.owner_id)`),

    async setWithheld(tx: Queries, id: string, withheld: boolean): Promise<void> {
      await tx.execute(sql`update message set withheld = ${withheld} where id = ${id}`)
    },

    async countMessages(threadId: string, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ many: number }>(sql`
        select count(*) as many from message where thread_id = ${threadId}`)
      return row?.many ?? 0
    },

    /** Returns whether there were unread messages. If so, locks the thread until the transaction ends. */
    async markRead(tx: Queries, id: string, memberId: string): Promise<boolean> {
      const count = await tx.execute(sql`
        update thread t set asker_unread = case when t.asker_id = ${memberId} then 0 else t.asker_unread end,
          owner_unread = case when t.owner_id = ${memberId} then 0 else t.owner_unread end
        where t.id = ${id} and ${unreadOf(memberId)} > 0`)
      return count > 0
    },

    /** Leaves what the other has written after this message as unread, and returns how many those are. */
    async markReadTo(tx: Queries, id: string, memberId: string, number: number): Promise<number> {
      const row = await tx.first<{ unread: number }>(sql`
        with later as (
          select count(*)::int as many from message
          where thread_id = ${id} and sender_id <> ${memberId} and number > ${number})
        update thread t set
          asker_unread = case when t.asker_id = ${memberId} then least(t.asker_unread, many) else t.asker_unread end,
          owner_unread = case when t.owner_id = ${memberId} then least(t.owner_unread, many) else t.owner_unread end
        from later where t.id = ${id} returning ${unreadOf(memberId)} as unread`)
      return row?.unread ?? 0
    },

    list: (memberId: string, page?: Page): Promise<ListedThread[]> =>
      db.query<ListedThread>(sql`
        select t.id, t.order_id as "orderId", t.listing_id as "listingId", t.title, ${unreadOf(memberId)} as unread,
          other.id as "withId", other.username as "withUsername", other.shown_name as "withName",
          json_build_object('id', m.id, 'senderId', m.sender_id, 'text', m.text, 'at', m.created_at) as last
        from thread t
          join member other on other.id = case when t.asker_id = ${memberId} then t.owner_id else t.asker_id end
          join lateral (
            select id, sender_id, case when withheld then ${THREAD_MESSAGES.withheld} else text end as text, created_at
            from message
            where thread_id = t.id order by number desc limit 1) as m on true
        where (t.asker_id = ${memberId} or t.owner_id = ${memberId}) and t.last_at is not null
        order by t.last_at desc, t.id desc
        ${page ? limitOf(page) : empty}`),

    async countUnread(memberId: string): Promise<number> {
      const row = await db.first<{ unread: number }>(sql`
        select (select coalesce(sum(asker_unread), 0) from thread where asker_id = ${memberId} and asker_unread > 0)::int
          + (select coalesce(sum(owner_unread), 0) from thread where owner_id = ${memberId} and owner_unread > 0)::int
          as unread`)
      return row?.unread ?? 0
    },

    async count(memberId: string): Promise<{ total: number; unread: number }> {
      const row = await db.first<{ total: number; unread: number }>(sql`
        select count(*) as total, coalesce(sum(${unreadOf(memberId)}), 0)::int as unread from thread t
        where (t.asker_id = ${memberId} or t.owner_id = ${memberId}) and t.last_at is not null`)
      return row ?? { total: 0, unread: 0 }
    },

    allMessages: (threadId: string): Promise<MessageRow[]> =>
      db.query<MessageRow>(sql`select ${messageColumns} from message where thread_id = ${threadId} order by number`),

    /** Deletes the member's messages; returns the member's threads with the other member of each. */
    async removeOf(tx: Queries, memberId: string): Promise<{ id: string; otherId: string }[]> {
      await tx.execute(sql`delete from message where sender_id = ${memberId}`)
      return tx.query<{ id: string; otherId: string }>(sql`
        update thread t set asker_unread = 0, owner_unread = 0,
          last_at = (select max(m.created_at) from message m where m.thread_id = t.id)
        where t.asker_id = ${memberId} or t.owner_id = ${memberId}
        returning t.id, case when t.asker_id = ${memberId} then t.owner_id else t.asker_id end as "otherId"`)
    },

    removeOlderThan: (moment: Date): Promise<number> =>
      db.execute(sql`delete from thread where coalesce(last_at, created_at) < ${moment}`),
  }
}
