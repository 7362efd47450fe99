import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { PlanRelease } from '#server/exchange/orders/releasing.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'

type Parts = { store: ChangeStore; stock: Stock; planRelease: PlanRelease; now: () => Date }
export type Closing = ReturnType<typeof makeClosing>

/** Cancels a locked order that is open, even if it is marked as paid, and puts its stock back. */
export const makeClosing =
  ({ store, stock, planRelease, now }: Parts) =>
  async (tx: Queries, order: OrderView, by: { id: string }, reason = ''): Promise<void> => {
    if (!isOpen(order)) return
    if (order.paidAt) await store.setMoment(tx, order._id, 'paid', null)
    await planRelease(tx, order)
    await store.cancel(tx, order._id, { by: by.id, reason, at: now() })
    await stock.putBack(tx, await store.stockOf(tx, order._id))
  }
