import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasBegun } from '#domain/exchange/orders.ts'
import { RING_MESSAGES } from '#domain/exchange/rings.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'

type Parts = { store: ChangeStore; orders: OrdersService; closing: Closing; stock: Stock }
export type RingRequests = ReturnType<typeof makeRingRequests>

/** A request with an open problem stays open: the association is looking at it. */
const endsWithRing = (order: OrderView): boolean =>
  order.state === 'agreed' && !hasBegun(order) && order.problem === null

/** The requests of a ring that all members have accepted. */
export const makeRingRequests = ({ store, orders, closing, stock }: Parts) => ({
  /** Locks them. Deleted ones are left out. */
  async lock(tx: Queries, ids: string[]): Promise<OrderView[]> {
    await store.lockAll(tx, ids)
    const found: OrderView[] = []
    for (const id of ids) {
      const order = await orders.read(id, tx)
      if (order) found.push(order)
    }
    return found
  },

  /**
   * Makes ordinary requests of the locked requests of a ring, and closes those in which nothing has happened yet. Returns
   * the ids of those it closed.
   */
  async breakUp(tx: Queries, ringId: string, requests: OrderView[]): Promise<Set<string>> {
    await store.leaveRing(tx, ringId)
    const closed = requests.filter(endsWithRing).map((order) => ({ ...order, ring: null }))
    // Each request puts its own stock back: the listings are locked by id before that.
    await stock.lock(tx, closed.flatMap(orders.listingsOf))
    for (const order of closed) await closing.close(tx, order, { by: null, reason: RING_MESSAGES.broken })
    return new Set(closed.map(({ _id }) => _id))
  },
})
