import type { ListingChanged } from '#server/market/listings/changed.ts'
import type { EditingStore, LockedListing } from '#server/market/listings/editing-store.ts'
import type { Queries } from '#server/platform/db/pool.ts'

type Parts = {
  store: EditingStore
  changed: ListingChanged
  now: () => Date
}
export type ListingStates = ReturnType<typeof makeListingStates>

/** Pauses, ends and shows listings outside of the editor; does not check permission. */
export const makeListingStates = ({ store, changed, now }: Parts) => ({
  find: store.findState,
  lock: store.lock,

  /** Returns the listing as it was; undefined if it does not exist or was removed. */
  async set(tx: Queries, id: string, state: 'shown' | 'paused' | 'ended'): Promise<LockedListing | undefined> {
    const before = await store.lock(tx, id)
    if (!before || before.withheld === 'removed') return undefined
    if (state === 'ended') await store.end(tx, id, now())
    else await store.setPaused(tx, id, state === 'paused')
    await changed(tx, before, await store.lock(tx, id))
    return before
  },
})
