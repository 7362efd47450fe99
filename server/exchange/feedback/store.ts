import type { ReportedThing } from '#domain/association/reports.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type FeedbackRow = {
  id: string
  /** Null if the author has no public page. */
  authorId: string | null
  username: string
  name: string
  rating: number
  comment: string
  createdAt: Date
}
export type NewFeedback = {
  orderId: string
  authorId: string
  subjectId: string
  rating: number
  comment: string
  at: Date
  /** When it is shown if the other party does not write before. */
  shownAt: Date
}
export type MemberFeedback = {
  orderId: string
  authorId: string
  rating: number
  comment: string
  createdAt: Date
}

export type FeedbackStore = ReturnType<typeof makeFeedbackStore>

export const makeFeedbackStore = (db: Database) => {
  const shownAbout = (memberId: string, now: Date) =>
    sql`f.subject_id = ${memberId} and f.shown_at <= ${now} and f.withheld is null`
  return {
    transaction: db.transaction,

    /** Shows both if the other party has written before; false if this party has. The order must be locked. */
    async add(tx: Queries, { orderId, authorId, subjectId, rating, comment, at, shownAt }: NewFeedback) {
      const added = await tx.execute(sql`
        insert into order_feedback (order_id, author_id, subject_id, rating, comment, created_at, shown_at)
        values (${orderId}, ${authorId}, ${subjectId}, ${rating}, ${comment}, ${at}, ${shownAt})
        on conflict (order_id, author_id) do nothing`)
      if (added === 0) return false
      await tx.execute(sql`
        update order_feedback set shown_at = least(shown_at, ${at})
        where order_id = ${orderId}
          and exists (select from order_feedback where order_id = ${orderId} and author_id = ${subjectId})`)
      return true
    },

    page: (memberId: string, now: Date, page: Page): Promise<FeedbackRow[]> =>
      db.query<FeedbackRow>(sql`
        select f.id, m.username, m.shown_name as name, f.rating, f.comment,
          f.created_at as "createdAt",
          case when m.verified and m.is_seller and m.suspended_at is null and m.deleted_at is null then m.id end as "authorId"
        from order_feedback f join member m on m.id = f.author_id
        where ${shownAbout(memberId, now)} order by f.created_at desc, f.id desc ${limitOf(page)}`),

    async mean(memberId: string, now: Date): Promise<{ rating: number; count: number }> {
      const row = await db.first<{ rating: number; count: number }>(sql`
        select coalesce(round(avg(f.rating), 2), 0)::float8 as rating, count(*) as count
        from order_feedback f where ${shownAbout(memberId, now)}`)
      return row ?? { rating: 0, count: 0 }
    },

    /** When feedback was last shown without a write. */
    lastShown: (now: Date): Sql => sql`select max(shown_at)::text from order_feedback where shown_at <= ${now}`,

    /** What the member has written, and what is shown about the member. */
    ofMember: (memberId: string, now: Date): Promise<MemberFeedback[]> =>
      db.query<MemberFeedback>(sql`
        select order_id as "orderId", author_id as "authorId", rating, comment, created_at as "createdAt"
        from order_feedback
        where author_id = ${memberId} or (subject_id = ${memberId} and shown_at <= ${now})
        order by created_at desc, id desc`),

    /** As a report quotes it, with the name of what was exchanged. */
    reported: (id: string, now: Date): Promise<ReportedThing | undefined> =>
      db.first<ReportedThing>(sql`
        select f.author_id as "authorId", i.name as title, '/seller/' || f.subject_id as path, f.comment as content
        from order_feedback f join order_item i on i.order_id = f.order_id and i.position = 1
        where f.id = ${id} and f.shown_at <= ${now} and f.withheld is null`),

    async setWithheld(tx: Queries, id: string, withheld: 'hidden' | 'removed' | null): Promise<void> {
      await tx.execute(sql`update order_feedback set withheld = ${withheld} where id = ${id}`)
    },

    async removeAbout(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`delete from order_feedback where subject_id = ${memberId}`)
    },
  }
}
