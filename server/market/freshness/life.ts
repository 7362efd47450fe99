import type { FreshnessStore } from '#server/market/freshness/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type Parts = { store: FreshnessStore; notices: Notices; now: () => Date }

export const freshnessKey = (listingId: string): string => `listing-fresh:${listingId}`

/** Records activity on an owner's listings, in the transaction of the owner's action. */
export const makeListingLife =
  ({ store, notices, now }: Parts) =>
  async (tx: Queries, ownerId: string, listingIds: string[]): Promise<void> => {
    await store.alive(tx, listingIds, now())
    for (const id of listingIds) await notices.markRead(tx, ownerId, freshnessKey(id))
  }
export type ListingLife = ReturnType<typeof makeListingLife>
