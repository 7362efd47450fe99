import type { Database, Queries } from '#server/db/connect.ts'

export type ReviewRow = {
  id: string
  name: string
  rating: number
  comment: string
  createdAt: Date
  verifiedExchange: boolean
}

// A page shows what people said lately; the mean counts them all.
const SHOWN_AT_MOST = 200

export type ReviewsStore = ReturnType<typeof makeReviewsStore>

export const makeReviewsStore = (db: Database) => ({
  ofListing: (listingId: string): Promise<ReviewRow[]> => db<ReviewRow[]>`
    select id, name, rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange"
    from review where listing_id = ${listingId}
    order by created_at desc, id desc limit ${SHOWN_AT_MOST}`,

  /** What a member said, and of which listing. */
  ofMember: (memberId: string): Promise<(ReviewRow & { product: string })[]> => db<(ReviewRow & { product: string })[]>`
    select id, name, rating, comment, created_at as "createdAt", verified_exchange as "verifiedExchange",
      listing_id as product
    from review where member_id = ${memberId} order by created_at desc, id desc`,

  async rename(sql: Queries, memberId: string, name: string): Promise<void> {
    await sql`update review set name = ${name} where member_id = ${memberId}`
  },
})
