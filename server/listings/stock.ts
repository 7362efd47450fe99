import { AppError } from '#domain/errors.ts'
import { ORDER_MESSAGES } from '#domain/orders.ts'
import type { Queries } from '#server/db/pool.ts'
import type { OrderableRow, Quantity } from '#server/listings/rows.ts'
import type { StockStore } from '#server/listings/stock-store.ts'

export type Stock = ReturnType<typeof makeStock>

/** Reads and locks the listings of an order, and changes their stock. */
export const makeStock = (store: StockStore) => ({
  read: (ids: string[]): Promise<OrderableRow[]> => store.read(ids),
  lock: (tx: Queries, ids: string[]): Promise<OrderableRow[]> => store.lock(tx, ids),

  /** Throws if one of the listings has less stock than is ordered. */
  async take(tx: Queries, quantities: Quantity[]): Promise<void> {
    if ((await store.take(tx, quantities)) < quantities.length)
      throw new AppError('conflict', ORDER_MESSAGES.listingUnavailable)
  },

  /** Ignores listings that have been deleted. */
  async putBack(tx: Queries, quantities: Quantity[]): Promise<void> {
    const ids = quantities.map(({ listingId }) => listingId)
    await store.lock(tx, ids)
    await store.putBack(tx, quantities)
  },
})
