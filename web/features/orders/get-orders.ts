import type { OrderView } from '#domain/orders.schema.ts'
import { callWithTotal } from '#web/client.ts'
import { orRouteError } from '#web/lib/route-error.ts'

const PER_PAGE = 25

export type OrderPage = { orders: OrderView[]; page: number; pages: number }

const toPage = (page: number, { answer, total }: { answer: OrderView[]; total: number }): OrderPage => ({
  orders: answer,
  page,
  pages: Math.ceil(total / PER_PAGE),
})

/** The orders that the member placed, newest first. */
export const getOwnOrders = async (page: number): Promise<OrderPage> =>
  toPage(page, await orRouteError(callWithTotal('GET /api/orders/mine', { query: { p: page, pageSize: PER_PAGE } })))

/** The orders that a seller received; for admins, without `seller`, all orders. */
export const getOrders = async (page: number, seller?: string): Promise<OrderPage> => {
  const query = { p: page, pageSize: PER_PAGE, seller }
  return toPage(page, await orRouteError(callWithTotal('GET /api/orders', { query })))
}
