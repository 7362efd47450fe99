import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { MemberExport } from '#domain/accounts/privacy.schema.ts'
import type { ReportedThing } from '#domain/association/reports.ts'
import type { ReviewView } from '#domain/market/listings.schema.ts'
import type { NewReview, ReviewRow, ReviewsStore } from '#server/market/reviews/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'

export type ReviewsService = ReturnType<typeof makeReviewsService>

const toView = <T extends ReviewRow>({ id, createdAt, ...rest }: T) => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
})

export const makeReviewsService = (store: ReviewsStore) => ({
  transaction: store.transaction,

  ofListing: async (listingId: string): Promise<ReviewView[]> => (await store.ofListing(listingId)).map(toView),

  ofMember: async (memberId: string): Promise<MemberExport['reviews']> => (await store.ofMember(memberId)).map(toView),

  /** Undefined if the member has already reviewed the listing or the listing was deleted. */
  async add(tx: Queries, review: NewReview): Promise<ReviewView | undefined> {
    const row = await store.add(tx, review)
    return row && toView(row)
  },

  async reported(id: string): Promise<ReportedThing | undefined> {
    const row = await store.find(id)
    return (
      row && { authorId: row.memberId, title: row.listing, path: `/product/${row.listingId}`, content: row.comment }
    )
  },
  setWithheld: store.setWithheld,
  ratedMember: store.ratedMember,

  anonymise: (tx: Queries, memberId: string): Promise<void> => store.rename(tx, memberId, DELETED_MEMBER_NAME),
})
