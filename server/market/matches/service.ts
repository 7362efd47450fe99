import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import type { MatchDraft } from '#domain/market/matches.schema.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { FindMatches, MatchedListing } from '#server/market/search/matches.ts'
import type { Database } from '#server/platform/db/pool.ts'

const MAX_MATCHES = 12

type Parts = {
  db: Database
  findMatches: FindMatches
  listings: ListingsService
  blocks: Blocks
}

/** Finds the «Cerco» that match a member's offer, or the offers and gifts that match a member's «Cerco». */
export const makeMatchesService = ({ db, findMatches, listings, blocks }: Parts) => {
  const find = async (listing: MatchedListing, memberId: string): Promise<ListingCard[]> => {
    const blocked = await blocks.blockedWith(db, memberId)
    const matches = await findMatches(listing, [memberId, ...blocked], MAX_MATCHES)
    return listings.publicOf(matches.map(({ id }) => id))
  }
  return {
    /** For the owner only. */
    async of(listingId: string, viewer: Member): Promise<ListingCard[]> {
      const listing = await listings.getOwn(listingId, viewer)
      if (listing.seller._id !== viewer.id) throw new AppError('forbidden', MESSAGES.forbidden)
      return isDraft(listing.name) ? [] : find(listing, viewer.id)
    },

    ofDraft: (draft: MatchDraft, viewer: Member): Promise<ListingCard[]> =>
      isDraft(draft.name) ? Promise.resolve([]) : find(draft, viewer.id),
  }
}
