import { TOTAL_HEADER } from '#domain/members.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { askAsMember } from '#web/lib/member-api.ts'
import { refusing } from '#web/lib/refusal.ts'

const PER_PAGE = 25

export type OrderPage = { orders: OrderView[]; page: number; pages: number }

/** One page of a list of orders, newest first. */
export const getOrders = async (path: string, page: number, more: Record<string, string> = {}): Promise<OrderPage> => {
  const query = new URLSearchParams({ ...more, p: String(page), pageSize: String(PER_PAGE) })
  const answer = await refusing(askAsMember(`${path}?${query}`))
  const orders: OrderView[] = await answer.json()
  const total = Number(answer.headers.get(TOTAL_HEADER) ?? orders.length)
  return { orders, page, pages: Math.ceil(total / PER_PAGE) }
}
