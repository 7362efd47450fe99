import { setTimeout as sleep } from 'node:timers/promises'
import type { Expected, OrderView, UnclaimedPayment } from '#domain/exchange/orders.schema.ts'
import type { OrderStep } from '#domain/exchange/steps.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>
export type SignedInMember = { id: string; token: string }
export type Item = { product: string; qty: number }
const ASK_AGAIN_MS = 250
const MAX_ASKS = 60
type ErrorBody = { message: string }

export const SHIPPING_ADDRESS = {
  fullName: 'Rosa Bianchi',
  address: 'Via Roma 1',
  city: 'Torino',
  postalCode: '10100',
  phone: '011 123',
}

export const STEP_CALLS = {
  accept: ['POST', '/accept'],
  propose: ['POST', '/propose'],
  pay: ['PUT', '/pay'],
  undoPay: ['DELETE', '/pay'],
  handover: ['POST', '/handover'],
  undoHandover: ['DELETE', '/handover'],
  deliver: ['PUT', '/deliver'],
  undoDeliver: ['DELETE', '/deliver'],
  conclude: ['POST', '/conclude'],
  cancel: ['POST', '/cancel'],
  problem: ['POST', '/problem'],
  withdrawProblem: ['DELETE', '/problem'],
  settle: ['POST', '/settle'],
  remove: ['DELETE', ''],
} as const satisfies Record<Exclude<OrderStep, 'transfer' | 'refund'>, [string, string]>

const askToMoveVal = async (piazza: Piazza, by: SignedInMember, path: string, body: object, key?: string) => {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const response = await piazza.call('POST', path, { token: by.token, headers, body })
  return {
    http: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...(response.body as PaymentResult & ErrorBody),
  }
}

/** As the browser does: asks again while the transfer is pending, or the server too busy to store it (503). */
const moveVal = async (...request: Parameters<typeof askToMoveVal>) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await askToMoveVal(...request)
    if (![202, 503].includes(answer.http) || attempt === MAX_ASKS) return answer
    await sleep(ASK_AGAIN_MS)
  }
}

/** Calls of the API to place, pay, read and advance an order. */
export const orderCalls = (piazza: Piazza) => ({
  place: async (by: SignedInMember, orderItems: Item[], options: { body?: object; key?: string } = {}) => {
    const { status, body } = await piazza.call('POST', '/api/orders', {
      token: by.token,
      headers: options.key ? { 'idempotency-key': options.key } : {},
      body: { orderItems, shippingAddress: SHIPPING_ADDRESS, ...options.body },
    })
    return { status, ...(body as { order: OrderView } & ErrorBody) }
  },
  pay: (by: SignedInMember, account: string, item: Item[], key?: string, expected?: Expected) =>
    moveVal(piazza, by, '/api/payment', { account, item, expected }, key),
  /** Without asking again while the payment is pending. */
  payOnce: (by: SignedInMember, account: string, item: Item[], key?: string) =>
    askToMoveVal(piazza, by, '/api/payment', { account, item }, key),
  transfer: (by: SignedInMember, id: string, key?: string, expected?: Expected) =>
    moveVal(piazza, by, `/api/orders/${id}/transfer`, { expected }, key),
  refund: (by: SignedInMember, id: string) => moveVal(piazza, by, `/api/orders/${id}/refund`, {}),
  giveBack: (by: SignedInMember, paymentId: string) => moveVal(piazza, by, `/api/payments/${paymentId}/return`, {}),
  unclaimed: async (by: SignedInMember) =>
    (await piazza.call('GET', '/api/payments/alone', { token: by.token })).body as UnclaimedPayment[],
  see: async (by: SignedInMember, id: string) => {
    const { status, body } = await piazza.call('GET', `/api/orders/${id}`, { token: by.token })
    return { status, ...(body as OrderView & ErrorBody) }
  },
  /** Without `body`, sends what the step needs; an acceptance of the sum that the caller sees. */
  step: async (by: SignedInMember, step: keyof typeof STEP_CALLS, id: string, body?: object) => {
    const [method, path] = STEP_CALLS[step]
    const sent = method === 'DELETE' ? {} : { body: body ?? (await bodyFor(piazza, by, step, id)) }
    const response = await piazza.call(method, `/api/orders/${id}${path}`, { token: by.token, ...sent })
    return { status: response.status, ...(response.body as ErrorBody & { terms?: OrderView['terms'] }) }
  },
})

const BODIES: Partial<Record<keyof typeof STEP_CALLS, object>> = {
  propose: { val: 1, euro: 0 },
  problem: { text: 'Non è arrivato niente' },
  settle: { outcome: 'keep', reason: 'Così siete rimasti d’accordo' },
}

const bodyFor = async (piazza: Piazza, by: SignedInMember, step: keyof typeof STEP_CALLS, id: string) => {
  if (step !== 'accept') return BODIES[step] ?? { status: 'ok' }
  const { body } = await piazza.call('GET', `/api/orders/${id}`, { token: by.token })
  return (body as Partial<OrderView>).terms ?? { val: 0, euro: 0 }
}

/** A buyer who may order, and a seller with one listing. */
export const aBuyerAndListing = async (piazza: Piazza, options: Parameters<Piazza['aListing']>[0] = {}) => {
  const seller = await piazza.aMember()
  const buyer = await piazza.aMember({ hasAd: true })
  const listing = await piazza.aListing({ by: seller, ...options })
  return { seller, buyer, listing, item: { product: listing.id, qty: 1 } }
}
