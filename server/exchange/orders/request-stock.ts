import { AppError } from '#domain/base/errors.ts'
import { noPlacesLeft, soldOut } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { leftOf } from '#domain/market/kinds.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

type Parts = { store: ChangeStore; stock: Stock }
type Quantity = { listingId: string; qty: number }
export type RequestStock = ReturnType<typeof makeRequestStock>

/** The stock of a request: taken when the parties agree, put back when an agreed request ends without an exchange. */
export const makeRequestStock = ({ store, stock }: Parts) => {
  const tellWaiting = async (tx: Queries, quantities: Quantity[]): Promise<void> => {
    for (const { listingId } of quantities)
      await jobs.add(tx, 'tell-waiting', { listingId }, { key: `tell-waiting ${listingId}` })
  }

  /** Throws if a listing has less than that; listings that were deleted are ignored. */
  const takeQuantities = async (tx: Queries, wanted: Quantity[]): Promise<void> => {
    const quantities = wanted.toSorted((one, other) => (one.listingId < other.listingId ? -1 : 1))
    const listings = await stock.lock(
      tx,
      quantities.map(({ listingId }) => listingId),
    )
    for (const listing of listings) {
      const [left, { qty = 0 } = {}] = [leftOf(listing), quantities.find(({ listingId }) => listingId === listing.id)]
      if (left !== null && qty > left)
        throw new AppError(
          'conflict',
          listing.section === 'avviso' ? noPlacesLeft(listing.name) : soldOut(listing.name, left),
        )
    }
    await stock.take(tx, quantities)
    await tellWaiting(tx, quantities)
  }

  return {
    takeQuantities,
    /** For stock that the payment of a cart has taken. */
    tellWaiting,

    /** For an order that is about to be agreed. */
    async take(tx: Queries, { _id, agreedAt }: OrderView): Promise<void> {
      if (!agreedAt) await takeQuantities(tx, await store.stockOf(tx, _id))
    },

    /** For an order that is about to end or to be negotiated again. */
    async putBack(tx: Queries, order: OrderView): Promise<void> {
      if (!order.agreedAt || !isOpen(order)) return
      const quantities = await store.stockOf(tx, order._id)
      await stock.putBack(tx, quantities)
      await tellWaiting(tx, quantities)
    },
  }
}
