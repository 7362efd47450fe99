import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { ReservationStore } from '#server/exchange/orders/reservation-store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

export const listingsOf = ({ orderItems }: Pick<OrderView, 'orderItems'>): string[] =>
  orderItems.flatMap(({ product }) => product ?? [])

/**
 * Enqueues, in the transaction that ends a request, the job that passes its reservations to the next requests. It cannot run in
 * this transaction: members are locked before orders, and the next requester is only known afterwards.
 */
export const makePlanRelease =
  (store: ReservationStore) =>
  async (tx: Queries, order: Pick<OrderView, '_id' | 'orderItems'>): Promise<void> => {
    const reserved = (await store.of(listingsOf(order), tx)).filter(({ orderId }) => orderId === order._id)
    const listingIds = reserved.map(({ listingId }) => listingId)
    if (listingIds.length > 0) await jobs.add(tx, 'pass-reservations', { listingIds })
  }
export type PlanRelease = ReturnType<typeof makePlanRelease>
