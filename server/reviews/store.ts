import type { Database } from '#server/db/connect.ts'

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
})
