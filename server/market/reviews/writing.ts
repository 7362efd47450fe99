import { canReview, type Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { ReviewView } from '#domain/market/listings.schema.ts'
import type { ReviewRequest } from '#domain/market/reviews.schema.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { ReviewsService } from '#server/market/reviews/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef, nameRef } from '#server/talk/references/references.ts'

export type ReviewWritingParts = {
  reviews: ReviewsService
  members: MembersService
  listings: ListingsService
  hasFinished: MarketHooks['hasFinished']
  notices: Notices
  blocks: Blocks
  limits: Limits
  now: () => Date
}
/** Separate from the reviews service, which listings depend on: writing needs listings and orders. */
export const makeReviewWriting = ({
  reviews,
  members,
  listings,
  hasFinished,
  notices,
  blocks,
  limits,
  now,
}: ReviewWritingParts) => ({
  async write(listingId: string, viewer: Member, { rating, comment }: ReviewRequest): Promise<ReviewView> {
    const listing = await listings.get(listingId, viewer)
    if (!canReview({ sellerId: listing.seller._id }, viewer)) throw new AppError('forbidden', MESSAGES.ownListingReview)
    await limits.take('review', viewer.id)
    const verifiedExchange = await hasFinished(viewer.id, listingId)
    const written = { listingId, memberId: viewer.id, name: viewer.username, rating, comment, verifiedExchange }
    const review = await reviews.transaction(async (tx) => {
      // Storing a review changes the rating of the listing and of its seller: members are locked before listings.
      const parties = await members.contacts(tx, [viewer.id, listing.seller._id])
      if (!parties.has(viewer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      // Blocking does not prevent the review of an exchange that took place.
      if (!verifiedExchange && (await blocks.areBlocked(tx, viewer.id, listing.seller._id)))
        throw new AppError('notFound', MESSAGES.listingNotFound)
      const review = await reviews.add(tx, written)
      if (review) {
        await notices.tell(tx, {
          member: listing.seller._id,
          kind: 'review',
          text: `${nameRef(viewer.id)} ha recensito «${listingRef(listingId)}»`,
          link: `/product/${listingId}#recensioni`,
        })
        // Saved searches with a minimum rating may find the listing now.
        await jobs.add(tx, 'match-alerts', { listingId }, { key: `match-alerts ${listingId}` })
      }
      return review
    })
    if (review) return review
    // Not stored: either the listing was deleted meanwhile (this throws 404) or it was reviewed before.
    await listings.get(listingId, viewer)
    throw new AppError('conflict', MESSAGES.alreadyReviewed)
  },

  /** The public answer of the listing's owner. */
  async reply(id: string, viewer: Member, text: string): Promise<ReviewView> {
    const review = await reviews.find(id)
    if (!review) throw new AppError('notFound', MESSAGES.reviewNotFound)
    const { memberId, sellerId, listingId } = review
    if (sellerId !== viewer.id) throw new AppError('forbidden', MESSAGES.forbidden)
    await limits.take('review', viewer.id)
    const replied = await reviews.transaction(async (tx) => {
      const contacts = await members.contacts(tx, [viewer.id, memberId])
      const owner = contacts.get(viewer.id)
      if (!owner) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      const replied = await reviews.addReply(tx, id, text, now())
      if (replied && contacts.has(memberId))
        await notices.tell(tx, {
          member: memberId,
          kind: 'review',
          text: `${nameRef(viewer.id)} ha risposto alla tua recensione di «${listingRef(listingId)}»`,
          link: `/product/${listingId}#recensioni`,
          listing: listingId,
        })
      return replied
    })
    if (replied) return replied
    // Not stored: either the review was withheld or deleted meanwhile, or it has a reply.
    if (!(await reviews.find(id))) throw new AppError('notFound', MESSAGES.reviewNotFound)
    throw new AppError('conflict', MESSAGES.alreadyReplied)
  },
})
