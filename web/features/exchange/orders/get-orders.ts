import type { OrderFilter } from '#domain/exchange/orders.ts'
import { callWithTotal } from '#web/client.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'

const PER_PAGE = 25

export type OrderPage = Awaited<ReturnType<typeof getOrders>>

type Which = { seller?: string; mine?: true; q?: string; only?: OrderFilter | '' }

/** The orders that the member placed (`mine`), that a seller received or, for admins, all orders; newest first. */
export const getOrders = async (page: number, of: Which = {}) => {
  const query = { p: page, pageSize: PER_PAGE }
  const answer = of.mine
    ? callWithTotal('GET /api/orders/mine', { query })
    : callWithTotal('GET /api/orders', { query: { ...query, seller: of.seller, q: of.q, only: of.only } })
  const { answer: orders, total } = await orRouteError(answer)
  return { orders, page, pages: Math.ceil(total / PER_PAGE) }
}
