import { AppError } from '#domain/errors.ts'
import { ORDER_MESSAGES } from '#domain/orders.ts'
import type { Queries } from '#server/db/connect.ts'
import type { OrderableRow, Quantity } from '#server/listings/rows.ts'
import type { StockStore } from '#server/listings/stock-store.ts'

export type Stock = ReturnType<typeof makeStock>

/** The listings of an order: reading, locking, and changing their stock. */
export const makeStock = (store: StockStore) => ({
  read: (ids: string[]): Promise<OrderableRow[]> => store.read(ids),
  lock: (sql: Queries, ids: string[]): Promise<OrderableRow[]> => store.lock(sql, ids),

  /** Throws if one of the listings has less stock than is ordered. */
  async take(sql: Queries, quantities: Quantity[]): Promise<void> {
    if ((await store.take(sql, quantities)) < quantities.length)
      throw new AppError('conflict', ORDER_MESSAGES.listingGone)
  },

  /** Ignores listings that have been deleted. */
  async putBack(sql: Queries, quantities: Quantity[]): Promise<void> {
    const ids = quantities.map(({ listingId }) => listingId)
    await store.lock(sql, ids)
    await store.putBack(sql, quantities)
  },
})
