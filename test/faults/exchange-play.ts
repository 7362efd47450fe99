import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderRole } from '#domain/exchange/orders.ts'
import { showsPrice } from '#domain/market/kinds.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { People } from '#test/faults/exchange-people.ts'
import type { Exchange } from '#test/faults/exchange-plan.ts'
import { EXPENSES, type Proofs } from '#test/faults/exchange-proofs.ts'
import type { Request, Server } from '#test/faults/exchange-server.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'

/** No answer, pending, or a dependency is down. */
const NOT_FINAL = [0, 202, 503]
const MAX_ASKS = 5
const PAUSE_MS = 300
const DEADLINE = sql`interval '15 days'`

type Step = Exchange['steps'][number]
type Role = Exclude<OrderRole, 'admin' | 'reporter'>
export type OrderRow = { id: string; val: number; euro: number } & Record<Role, string | null>
type Parts = { db: Database; server: Server; people: People; proofs: Proofs }

/** Sends a call as often as drawn, at the same time; asks again while there is no final answer, as the screens do. */
export const makeSender =
  ({ call }: Server, asksAgain: boolean) =>
  async (request: Request, { times, key }: Pick<Step, 'times' | 'key'>, about: string): Promise<number[]> => {
    const send = async () => {
      const answered: number[] = []
      for (;;) {
        const status = await call(key && `${about} ${key}`, ...request)
        answered.push(status)
        if (!asksAgain || !NOT_FINAL.includes(status) || answered.length === MAX_ASKS) return answered
        await sleep(PAUSE_MS)
      }
    }
    return (await Promise.all(Array.from({ length: times }, send))).flat()
  }

export const orderColumns = (mediatorId: string) => sql`
  o.id, o.buyer_id as requester, o.seller_id as owner, o.payer_id as payer, o.payee_id as payee, o.giver_id as giver,
  case when o.giver_id = o.seller_id then o.buyer_id else o.seller_id end as receiver, ${mediatorId} as mediator,
  o.total_price_val / 100.0::float8 as val, o.total_price_euro / 100.0::float8 as euro`

/** The orders of a listing with the member in each role. */
const ordersOf = (db: Database, adminId: string, listingId: string) =>
  db.query<OrderRow>(sql`
    select ${orderColumns(adminId)}
    from orders o where exists (select from order_item i where i.order_id = o.id and i.listing_id = ${listingId})
    order by o.number`)

/** The last payment of a cart with a listing. */
const paymentOf = (db: Database, listingId: string) =>
  db.first<{ id: string; payee: string }>(sql`
    select id, payee_id as payee from payment
    where items @> ${JSON.stringify([{ product: listingId }])} order by created_at desc limit 1`)

export const partRequest = (
  how: 'block' | 'unblock' | 'suspend' | 'lift',
  adminId: string,
  memberId: string,
  otherId: string,
): Request => {
  if (how === 'block') return [memberId, 'PUT', `/api/blocks/${otherId}`, {}]
  if (how === 'unblock') return [memberId, 'DELETE', `/api/blocks/${otherId}`, undefined]
  const path = `/api/users/${memberId}/suspension`
  return how === 'suspend' ? [adminId, 'PUT', path, { reason: 'Prova' }] : [adminId, 'DELETE', path, undefined]
}

type Listing = { id: string; owner: string; name: string; section: string; stock: number; brand: string; val: number }

const editRequest = (how: Extract<Step, { does: 'edit' }>['how'], listing: Listing): Request | undefined => {
  const { id, owner, name, section, stock, brand, val } = listing
  const path = `/api/products/${id}`
  if (how === 'delete') return [owner, 'DELETE', path, undefined]
  if (section === 'avviso') return undefined
  // The quantity that was seen: what orders take meanwhile must not be overwritten.
  const quantity = { countInStock: stock, countInStockSeen: stock }
  const priceVal = how === 'price' ? val + 0.5 : val
  const given = { name, section, category: 'Varie', brand, priceEuro: 0, pause: how === 'pause' }
  return [owner, 'PUT', path, { ...given, ...quantity, priceVal }]
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

export type OrderStep = Extract<Step, { does: 'step' }>

const bodyOf = (path: string, { share, outcome }: OrderStep, { val, euro }: OrderRow): object => {
  if (path === '/accept') return { val, euro }
  if (path === '/propose') return { val: cents(val * share), euro: cents(euro + share) }
  if (path === '/problem') return { text: 'Non è arrivato niente' }
  return path === '/settle' ? { outcome, reason: 'Deciso' } : {}
}

const BACK = ['/refund', '/cancel']

/** The call of a step about an order, by the member in its role or by the given other one. */
export const stepRequest = (step: OrderStep, order: OrderRow, otherId: string, proofs: Proofs): Request => {
  const [method, path, role] = step.call
  const by = step.isForeign ? otherId : (order[role] ?? otherId)
  if (method === 'DELETE') return [by, method, `/api/orders/${order.id}${path}`, undefined]
  const isBack = BACK.includes(path)
  const expense = isBack ? EXPENSES.orderBack(order.id) : EXPENSES.order(order.id)
  const proof = isBack || path === '/transfer' ? proofs.fields(by, expense, step.proof) : {}
  return [by, method, `/api/orders/${order.id}${path}`, { ...bodyOf(path, step, order), ...proof }]
}

/** Makes the calls of an exchange; returns their statuses. */
export const playExchange = async (
  { db, server, people, proofs }: Parts,
  listingId: string,
  plan: Exchange,
): Promise<number[]> => {
  const { adminId } = server
  const items = [{ product: listingId, qty: 1 }]
  const expected = { val: showsPrice(plan.section) ? plan.priceVal / 100 : 0, euro: 0 }
  const requestOf = async (step: Step): Promise<Request | undefined> => {
    const { memberId, account } = people.at(plan.firstPerson + step.by)
    if (step.does === 'pay') {
      const proof = proofs.fields(memberId, EXPENSES.cart(listingId), step.proof)
      return [memberId, 'POST', '/api/payment', { account, item: items, expected, ...proof }]
    }
    if (step.does === 'order')
      return [memberId, 'POST', '/api/orders', { orderItems: items, shippingAddress: SHIPPING_ADDRESS, expected }]
    if (step.does === 'return') {
      const payment = await paymentOf(db, listingId)
      if (!payment) return undefined
      const by = step.by === 0 ? payment.payee : memberId
      const proof = proofs.fields(by, EXPENSES.paymentBack(payment.id), step.proof)
      return [by, 'POST', `/api/payments/${payment.id}/return`, proof]
    }
    if (step.does === 'part')
      return partRequest(step.how, adminId, memberId, people.at(plan.firstPerson + step.by + 1).memberId)
    if (step.does === 'edit') {
      const listing = await db.first<Listing>(sql`
        select id, seller_id as owner, name, section, stock, brand, price_val / 100.0::float8 as val from listing
        where id = ${listingId}`)
      return listing && editRequest(step.how, listing)
    }
    const orders = await ordersOf(db, adminId, listingId)
    const order = orders[step.which % Math.max(1, orders.length)]
    if (!order) return undefined
    if (step.does === 'deadline') {
      await db.execute(sql`update orders set turn_at = turn_at - ${DEADLINE} where id = ${order.id}`)
      await jobs.add(db, 'follow-up-requests', {})
      return undefined
    }
    return stepRequest(step, order, memberId, proofs)
  }
  const send = makeSender(server, plan.asksAgain)
  const statuses: number[] = []
  for (const step of plan.steps) {
    const request = await requestOf(step)
    if (request) statuses.push(...(await send(request, step, listingId)))
  }
  return statuses
}
