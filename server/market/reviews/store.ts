import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ReviewRow = {
  id: string
  name: string
  rating: number
  comment: string
  createdAt: Date
  verifiedExchange: boolean
}

export type NewReview = Pick<ReviewRow, 'name' | 'rating' | 'comment' | 'verifiedExchange'> & {
  listingId: string
  memberId: string
}

export type ReportedReview = { memberId: string; listingId: string; listing: string; comment: string }

// A listing's page shows the newest reviews; the rating counts all of them.
const MAX_SHOWN = 200

export type ReviewsStore = ReturnType<typeof makeReviewsStore>

export const makeReviewsStore = (db: Database) => ({
  transaction: db.transaction,

  ofListing: (listingId: string): Promise<ReviewRow[]> =>
    db.query<ReviewRow>(sql`
    select id, name, rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange"
    from review where listing_id = ${listingId} and withheld is null
    order by created_at desc, id desc limit ${MAX_SHOWN}`),

  ofMember: (memberId: string): Promise<(ReviewRow & { product: string })[]> =>
    db.query<ReviewRow & { product: string }>(sql`
    select id, name, rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange",
      listing_id as product
    from review where member_id = ${memberId} order by created_at desc, id desc`),

  /** Undefined if the member has already reviewed the listing or the listing was deleted, also concurrently. */
  async add(tx: Queries, review: NewReview): Promise<ReviewRow | undefined> {
    const { listingId, memberId, name, rating, comment, verifiedExchange } = review
    return tx.first<ReviewRow>(sql`
      insert into review (listing_id, member_id, name, rating, comment, verified_exchange)
      select id, ${memberId}, ${name}, ${rating}, ${comment}, ${verifiedExchange} from listing where id = ${listingId}
      for key share
      on conflict (listing_id, member_id) do nothing
      returning id, name, rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange"`)
  },

  find: (id: string): Promise<ReportedReview | undefined> =>
    db.first<ReportedReview>(sql`
    select r.member_id as "memberId", r.listing_id as "listingId", l.name as listing, r.comment
    from review r join listing l on l.id = r.listing_id
    where r.id = ${id} and r.withheld is null`),

  /** The seller whose rating includes the review. */
  async ratedMember(tx: Queries, id: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      select l.seller_id as id from review r join listing l on l.id = r.listing_id where r.id = ${id}`)
    return rows.map((row) => row.id)
  },

  async setWithheld(tx: Queries, id: string, withheld: 'hidden' | 'removed' | null): Promise<void> {
    await tx.execute(sql`update review set withheld = ${withheld} where id = ${id}`)
  },

  async rename(tx: Queries, memberId: string, name: string): Promise<void> {
    await tx.execute(sql`update review set name = ${name} where member_id = ${memberId}`)
  },
})
