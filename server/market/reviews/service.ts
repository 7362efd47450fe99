import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { ReportedThing } from '#domain/association/reports.ts'
import type { ReviewView } from '#domain/market/listings.schema.ts'
import type { NewReview, ReviewRow, ReviewsStore } from '#server/market/reviews/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

export type ReviewsService = ReturnType<typeof makeReviewsService>

const toView = <T extends ReviewRow>({ id, createdAt, reply, repliedAt, ...rest }: T) => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  reply: reply && repliedAt ? { text: reply, at: repliedAt.toISOString() } : null,
})

export const makeReviewsService = (store: ReviewsStore) => ({
  transaction: store.transaction,

  ofListing: async (listingId: string): Promise<ReviewView[]> => (await store.ofListing(listingId)).map(toView),

  /** Undefined if the member has already reviewed the listing or the listing was deleted. */
  async add(tx: Queries, review: NewReview): Promise<ReviewView | undefined> {
    const row = await store.add(tx, review)
    return row && toView(row)
  },

  find: store.find,

  /** Undefined if the review has a reply, was withheld or deleted. */
  async addReply(tx: Queries, id: string, text: string, at: Date): Promise<ReviewView | undefined> {
    const row = await store.addReply(tx, id, text, at)
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

  personalData: {
    tables: ['review'],
    export: async ({ id }) => ({
      reviews: (await store.ofMember(id)).map(toView),
      replies: (await store.repliesOf(id)).map((reply) => ({ ...reply, at: reply.at.toISOString() })),
    }),
    // The member's replies are deleted with the listings.
    erase: (tx, { id }) => store.rename(tx, id, DELETED_MEMBER_NAME),
  } satisfies PersonalData,
})
