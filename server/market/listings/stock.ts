import { AppError } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { leftOf } from '#domain/market/kinds.ts'
import type { ListingChanged } from '#server/market/listings/changed.ts'
import type { Counter, Quantity } from '#server/market/listings/rows.ts'
import type { StockStore } from '#server/market/listings/stock-store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

// So that a quantity that goes up and down is told once, as it is then.
const TELL_AFTER_MS = 10 * 60_000

/** Plans to tell the requesters who wait for these listings that they are gone, or back. */
export const tellWaiting = async (tx: Queries, listings: { listingId: string }[]): Promise<void> => {
  const added = listings.map(({ listingId }) => ({ payload: { listingId }, key: `tell-waiting ${listingId}` }))
  await jobs.addAll(tx, 'tell-waiting', added, { delayMs: TELL_AFTER_MS })
}

export type Stock = ReturnType<typeof makeStock>

/** Reads and locks the listings of an order, and changes their stock. */
export const makeStock = (store: StockStore, changed: ListingChanged) => ({
  read: store.read,
  lock: store.lock,

  /** Throws if one of the listings has less stock than is ordered. */
  async take(tx: Queries, quantities: Quantity[], counter: Counter): Promise<void> {
    if ((await store.take(tx, quantities, counter)) < quantities.length)
      throw new AppError('conflict', ORDER_MESSAGES.listingUnavailable)
  },

  /** Ignores listings that have been deleted. */
  async putBack(tx: Queries, quantities: Quantity[], counter: Counter): Promise<void> {
    const ids = quantities.map(({ listingId }) => listingId)
    const soldOut = (await store.lockStates(tx, ids)).filter((listing) => leftOf(listing) === 0)
    await store.putBack(tx, quantities, counter)
    const back = await store.lockStates(
      tx,
      soldOut.map(({ id }) => id),
    )
    // Both lists are sorted by id.
    for (const [index, before] of soldOut.entries()) await changed(tx, before, back[index])
  },
})
