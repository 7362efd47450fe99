import { canSeeListing, type Viewer } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { isId } from '#domain/ids.ts'
import { isDraft } from '#domain/listing-terms.ts'
import type { Listing, ListingPage, ListingQuery } from '#domain/listings.ts'
import type { ListingsStore } from '#server/listings/store.ts'
import { toCard } from '#server/listings/views.ts'
import type { ReviewsService } from '#server/reviews/service.ts'

export type ListingsService = ReturnType<typeof makeListingsService>

export const makeListingsService = (store: ListingsStore, reviews: ReviewsService, now: () => Date) => ({
  async list(query: ListingQuery): Promise<ListingPage> {
    const { rows, total } = await store.page(query)
    return { products: rows.map(toCard), pages: Math.ceil(total / query.pageSize), page: query.p }
  },

  async get(id: string, viewer: Viewer = null): Promise<Listing> {
    // Pages pass on whatever stands in their address.
    if (!isId(id)) throw new AppError('missing', MESSAGES.listingMissing)
    const [row, comments] = await Promise.all([store.find(id), reviews.ofListing(id)])
    if (!row) throw new AppError('missing', MESSAGES.listingMissing)
    const isPublic = row.shown && (row.expiresAt === null || row.expiresAt > now())
    if (!canSeeListing({ ...row, isPublic }, viewer)) {
      throw new AppError('missing', isDraft(row.name) ? MESSAGES.listingMissing : MESSAGES.listingPaused)
    }
    return { ...toCard(row), reviews: comments }
  },

  categories: (): Promise<string[]> => store.categories(),
})
