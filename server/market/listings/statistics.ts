import { canChangeListing, type Member } from '#domain/accounts/access.ts'
import { addDays, italianDate } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { ListingStatistics } from '#domain/market/listings.schema.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { VisitsStore } from '#server/market/listings/visits-store.ts'
import type { Limits } from '#server/platform/limits/service.ts'

const RECENT_DAYS = 30

type Parts = {
  store: VisitsStore
  listings: ListingsService
  countRequests: MarketHooks['countRequests']
  limits: Limits
  now: () => Date
}

/** How often a listing is viewed and requested. */
export const makeStatistics = ({ store, listings, countRequests, limits, now }: Parts) => ({
  async countView(listingId: string, ip: string): Promise<void> {
    await limits.takeFrom(ip, 'listingView')
    await store.add(listingId, italianDate(now()))
  },

  async of(listingId: string, viewer: Member): Promise<ListingStatistics> {
    const { seller } = await listings.getOwn(listingId, viewer)
    if (!canChangeListing({ sellerId: seller._id }, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
    const since = addDays(italianDate(now()), 1 - RECENT_DAYS)
    const [{ all, recent }, requests] = await Promise.all([store.count(listingId, since), countRequests(listingId)])
    return { views: all, recentViews: recent, requests }
  },
})
