import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ReviewRow = {
  id: string
  name: string
  shownName: string
  rating: number
  comment: string
  createdAt: Date
  verifiedExchange: boolean
  reply: string | null
  repliedAt: Date | null
}

export type NewReview = Pick<ReviewRow, 'name' | 'rating' | 'comment' | 'verifiedExchange'> & {
  listingId: string
  memberId: string
}

export type FoundReview = {
  memberId: string
  listingId: string
  listing: string
  sellerId: string
  comment: string
}
export type ReplyRow = { review: string; product: string; text: string; at: Date }

// A listing's page shows the newest reviews, those after an exchange first; the rating counts all of them.
const MAX_SHOWN = 200

const columns = sql`id, name, (select m.shown_name from member m where m.id = member_id) as "shownName", rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange", reply,
  replied_at as "repliedAt"`

export type ReviewsStore = ReturnType<typeof makeReviewsStore>

export const makeReviewsStore = (db: Database) => ({
  transaction: db.transaction,

  ofListing: (listingId: string): Promise<ReviewRow[]> =>
    db.query<ReviewRow>(sql`
    select ${columns} from review where listing_id = ${listingId} and withheld is null
    order by verified_exchange desc, created_at desc, id desc limit ${MAX_SHOWN}`),

  ofMember: (memberId: string): Promise<(ReviewRow & { product: string })[]> =>
    db.query<ReviewRow & { product: string }>(sql`
    select ${columns}, listing_id as product
    from review where member_id = ${memberId} order by created_at desc, id desc`),

  /** Answers of a member to reviews of the member's listings. */
  repliesOf: (memberId: string): Promise<ReplyRow[]> =>
    db.query<ReplyRow>(sql`
    select r.id as review, r.listing_id as product, r.reply as text, r.replied_at as at
    from review r join listing l on l.id = r.listing_id
    where l.seller_id = ${memberId} and r.reply is not null order by r.replied_at desc, r.id desc`),

  /** Undefined if the member has already reviewed the listing or the listing was deleted, also concurrently. */
  async add(tx: Queries, review: NewReview): Promise<ReviewRow | undefined> {
    const { listingId, memberId, name, rating, comment, verifiedExchange } = review
    return tx.first<ReviewRow>(sql`
      insert into review (listing_id, member_id, name, rating, comment, verified_exchange)
      select id, ${memberId}, ${name}, ${rating}, ${comment}, ${verifiedExchange} from listing where id = ${listingId}
      for key share
      on conflict (listing_id, member_id) do nothing
      returning ${columns}`)
  },

  /** Undefined if the review has a reply, was withheld or deleted, also concurrently. */
  addReply: (tx: Queries, id: string, text: string, at: Date): Promise<ReviewRow | undefined> =>
    tx.first<ReviewRow>(sql`
      update review set reply = ${text}, replied_at = ${at}
      where id = ${id} and reply is null and withheld is null returning ${columns}`),

  find: (id: string): Promise<FoundReview | undefined> =>
    db.first<FoundReview>(sql`
    select r.member_id as "memberId", r.listing_id as "listingId", l.name as listing, l.seller_id as "sellerId", r.comment
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
