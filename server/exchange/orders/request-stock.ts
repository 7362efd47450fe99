import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import type { Section } from '#domain/market/listings.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { refuseShortage } from '#server/exchange/orders/quote.ts'
import type { Counter } from '#server/market/listings/rows.ts'
import { type Stock, tellWaiting } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'

type Parts = { store: ChangeStore; stock: Stock }
type Quantity = { listingId: string; qty: number }
export type RequestStock = ReturnType<typeof makeRequestStock>

const counterOf = (kind: Section): Counter => (kind === 'avviso' ? 'places' : 'stock')

/** The stock of a request: taken when the parties agree, put back when an agreed request ends without an exchange. */
export const makeRequestStock = ({ store, stock }: Parts) => {
  /** Throws if a listing has less than that; listings that were deleted are ignored. */
  const takeQuantities = async (tx: Queries, wanted: Quantity[], kind: Section): Promise<void> => {
    const quantities = wanted.toSorted((one, other) => (one.listingId < other.listingId ? -1 : 1))
    const listings = await stock.lock(
      tx,
      quantities.map(({ listingId }) => listingId),
    )
    for (const listing of listings)
      refuseShortage(listing, quantities.find(({ listingId }) => listingId === listing.id)?.qty ?? 0)
    await stock.take(tx, quantities, counterOf(kind))
    await tellWaiting(tx, quantities)
  }

  return {
    takeQuantities,

    /** For an order that is about to be agreed. */
    async take(tx: Queries, { _id, kind, agreedAt }: OrderView): Promise<void> {
      if (!agreedAt) await takeQuantities(tx, await store.stockOf(tx, _id), kind)
    },

    /** For an order that is about to end or to be negotiated again. */
    async putBack(tx: Queries, order: OrderView): Promise<void> {
      if (!order.agreedAt || !isOpen(order)) return
      const quantities = await store.stockOf(tx, order._id)
      await stock.putBack(tx, quantities, counterOf(order.kind))
      await tellWaiting(tx, quantities)
    },
  }
}
