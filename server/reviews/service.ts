import type { ReviewView } from '#domain/listings.ts'
import type { ReviewRow, ReviewsStore } from '#server/reviews/store.ts'

export type ReviewsService = ReturnType<typeof makeReviewsService>

const toView = ({ id, createdAt, ...rest }: ReviewRow): ReviewView => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
})

export const makeReviewsService = (store: ReviewsStore) => ({
  ofListing: async (listingId: string): Promise<ReviewView[]> => (await store.ofListing(listingId)).map(toView),
})
