import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { RequestStock } from '#server/exchange/orders/request-stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

type Parts = { store: ChangeStore; requestStock: RequestStock; now: () => Date }
export type Closing = ReturnType<typeof makeClosing>
type Ending = {
  /** Null if the server closes it. */
  by: string | null
  reason?: string
  /** The thing stays with the receiver. */
  keepsStock?: boolean
}

/** Ends locked orders that are open. Stock that they hold is put back, unless the thing was delivered. */
export const makeClosing = ({ store, requestStock, now }: Parts) => {
  /** Leaving a ring breaks it for the others. The job tells all members, so that each gets one mail. */
  const breakRing = async (tx: Queries, { ring }: OrderView): Promise<void> => {
    if (ring) await jobs.add(tx, 'break-ring', { ringId: ring })
  }

  /** The ring is done when all its members have received. */
  const finishRing = async (tx: Queries, { ring }: OrderView): Promise<void> => {
    if (ring) await jobs.add(tx, 'finish-ring', { ringId: ring })
  }

  const release = async (tx: Queries, order: OrderView): Promise<void> => {
    await store.endProblem(tx, order._id)
    await breakRing(tx, order)
  }

  /** A problem that the other party reported stays open for the association. */
  const endOwnProblem = async (tx: Queries, { _id, problem }: OrderView, memberId: string | null): Promise<void> => {
    if (problem && (problem.by === null || problem.by === memberId)) await store.endProblem(tx, _id)
  }

  return {
    endOwnProblem,

    /** `memberId` is null if the server counts it as received. */
    async deliver(tx: Queries, order: OrderView, memberId: string | null): Promise<void> {
      await endOwnProblem(tx, order, memberId)
      await store.setMoment(tx, order._id, 'delivered', now())
      await finishRing(tx, order)
    },

    /** What the receiver takes back also disputes the handover, which would count as received later. */
    async undoDelivery(tx: Queries, order: OrderView): Promise<void> {
      await store.setMoment(tx, order._id, 'delivered', null)
      await store.setMoment(tx, order._id, 'handedOver', null)
      await finishRing(tx, order)
    },

    /** The caller has put the stock back. */
    async remove(tx: Queries, order: OrderView): Promise<void> {
      await store.remove(tx, order._id)
      await breakRing(tx, order)
    },

    /** Also closes an order that is marked as paid. */
    async close(tx: Queries, order: OrderView, { by, reason = '', keepsStock = false }: Ending): Promise<void> {
      if (!isOpen(order)) return
      if (!keepsStock) await requestStock.putBack(tx, order)
      if (order.paidAt) await store.setMoment(tx, order._id, 'paid', null)
      await store.cancel(tx, order._id, { by, reason, at: now() })
      await release(tx, order)
    },

    async expire(tx: Queries, order: OrderView): Promise<void> {
      await requestStock.putBack(tx, order)
      await store.expire(tx, order._id, now())
      await release(tx, order)
    },
  }
}
