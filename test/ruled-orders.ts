import { hasMovedVal, isOpen, isReturning, type OrderState, type RuledOrder } from '#domain/exchange/orders.ts'
import { canTakeStep, type OrderStep, STEPS } from '#domain/exchange/steps.ts'
import { KINDS, partiesOf } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'

export const NOW = new Date('2026-05-04T10:00:00Z')
export const HOUR_AGO = '2026-05-04T09:00:00.000Z'
export const TWO_DAYS_AGO = '2026-05-02T10:00:00.000Z'
const TOMORROW = '2026-05-05T10:00:00.000Z'
export const VIEWERS = {
  visitor: null,
  stranger: { id: 'lia', isAdmin: false },
  requester: { id: 'rosa', isAdmin: false },
  owner: { id: 'ugo', isAdmin: false },
  admin: { id: 'ada', isAdmin: true },
}
export const PARTIES = [VIEWERS.requester, VIEWERS.owner]
export const ALL_STEPS = Object.keys(STEPS) as OrderStep[]

const momentIn = (state: OrderState, at: string, ...states: OrderState[]) => (states.includes(state) ? at : null)

export const aRuledOrder = (kind: Section, state: OrderState, at = HOUR_AGO): RuledOrder => ({
  user: { _id: 'rosa' },
  seller: 'ugo',
  kind,
  state,
  ...partiesOf(kind, { owner: 'ugo', requester: 'rosa', isFree: false }),
  terms: KINDS[kind].payer ? { val: 5, euro: 0, by: 'rosa' } : { val: 0, euro: 0, by: 'rosa' },
  answered: state !== 'sent',
  orderItems: [{ endsAt: kind === 'avviso' ? TOMORROW : null }],
  paidAt: momentIn(state, at, 'paid', 'delivered'),
  handedOverAt: null,
  deliveredAt: momentIn(state, at, 'delivered'),
  payment: null,
  problem: null,
  settled: null,
  ring: null,
})

const SUMS = [
  { val: 5, euro: 0 },
  { val: 5, euro: 2.5 },
  { val: 0, euro: 2.5 },
  { val: 0, euro: 0 },
]
const PENDING = { status: 'pending', returned: false, returnStatus: null } as const

const withSum = (order: RuledOrder, sum: { val: number; euro: number }, by: string): RuledOrder => ({
  ...order,
  ...partiesOf(order.kind, { owner: 'ugo', requester: 'rosa', isFree: sum.val + sum.euro === 0 }),
  terms: { ...sum, by },
})

/** New requests, paid carts, participations and requests of a ring. */
const beginnings = (kind: Section): RuledOrder[] => {
  if (kind === 'avviso')
    return [HOUR_AGO, TOMORROW].map((endsAt) => ({ ...aRuledOrder(kind, 'agreed'), orderItems: [{ endsAt }] }))
  const sent = SUMS.filter(({ val, euro }) => KINDS[kind].payer !== null || val + euro === 0).map((sum) =>
    withSum(aRuledOrder(kind, 'sent'), sum, 'rosa'),
  )
  const agreed = sent.map((order): RuledOrder => ({ ...order, state: 'agreed' }))
  const paid = agreed.filter(({ payer, terms }) => payer === 'rosa' && terms.val > 0)
  return [
    ...sent,
    ...paid.map((order): RuledOrder => ({ ...order, payment: PENDING })),
    ...agreed.map((order): RuledOrder => ({ ...order, answered: true, ring: 'anello' })),
  ]
}

const closed = (order: RuledOrder): RuledOrder =>
  isOpen(order) ? { ...order, state: 'closed', paidAt: null, problem: null } : order

/** The requests that a step of a party or an admin can lead to. */
const after = (step: OrderStep, order: RuledOrder, by: string): RuledOrder[] => {
  const { to: state = order.state } = STEPS[step] as { to?: OrderState }
  // A problem that the server opened ends when somebody acts.
  const problem = order.problem?.by ? order.problem : null
  const next: RuledOrder = { ...order, state, problem, answered: order.answered || by === 'ugo' }
  switch (step) {
    case 'propose':
      return SUMS.map((sum) => withSum(next, sum, by))
    case 'cancel':
      return hasMovedVal(order) ? after('refund', order, by) : [closed(next)]
    case 'transfer':
      return [{ ...next, payment: PENDING }]
    case 'pay':
      return [{ ...next, paidAt: HOUR_AGO }]
    case 'undoPay':
      return [{ ...next, paidAt: null }]
    case 'refund':
      return [{ ...next, payment: { status: 'confirmed', returned: true, returnStatus: 'pending' } }]
    case 'handover':
      return [{ ...next, handedOverAt: HOUR_AGO }]
    case 'undoHandover':
      return [{ ...next, handedOverAt: null }]
    case 'deliver':
      return [{ ...next, deliveredAt: HOUR_AGO, problem: null }]
    case 'undoDeliver':
      return [{ ...next, deliveredAt: null, state: order.paidAt ? 'paid' : 'agreed' }]
    case 'problem':
      return [{ ...order, problem: { by } }]
    case 'withdrawProblem':
      return [{ ...next, problem: null }]
    case 'settle':
      return [
        closed(next),
        ...(order.payment?.status === 'confirmed' && !order.payment.returned
          ? after('refund', { ...next, problem: null }, by)
          : []),
      ]
    case 'remove':
      return []
    default:
      return [next]
  }
}

/** What the chain does to a transfer, and the server when nobody acts. */
const withoutPeople = (order: RuledOrder): RuledOrder[] => {
  const { payment } = order
  const pay = (status: PaymentStatus, returnStatus: PaymentStatus | null): RuledOrder => ({
    ...order,
    payment: { status, returned: returnStatus === 'confirmed', returnStatus },
  })
  return [
    ...(payment?.status === 'pending' ? [pay('confirmed', null), pay('failed', null)] : []),
    ...(isReturning(order) ? [closed(pay('confirmed', 'confirmed')), pay('confirmed', 'failed')] : []),
    ...(isOpen(order) && hasMovedVal(order) ? [{ ...order, problem: order.problem ?? { by: null } }] : []),
  ]
}

/** Every request that can come about, from each way to begin one, by permitted steps and by what the chain and the server do. */
export const reachableOrders = (kind: Section): RuledOrder[] => {
  const found = new Map<string, RuledOrder>()
  const waiting = beginnings(kind)
  for (let order = waiting.pop(); order; order = waiting.pop()) {
    const key = JSON.stringify(order)
    if (found.has(key)) continue
    found.set(key, order)
    const current = order
    const taken = ALL_STEPS.flatMap((step) =>
      [...PARTIES, VIEWERS.admin]
        .filter((viewer) => canTakeStep(step, current, viewer, NOW))
        .flatMap((viewer) => after(step, current, viewer.id)),
    )
    waiting.push(...taken, ...withoutPeople(current))
  }
  return [...found.values()]
}
