import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import { turnOf } from '#domain/exchange/steps.ts'
import { partiesOf, showsPrice } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'

// A request of Rosa to Ugo, as their pages show it.

export const DAY = '2026-05-04T10:00:00.000Z'
export const NOW = new Date('2026-05-04T11:00:00.000Z')

const momentIn = (state: OrderState, ...states: OrderState[]) => (states.includes(state) ? DAY : null)

export const anOrder = (kind: Section, state: OrderState, overrides: Partial<OrderView> = {}): OrderView => {
  const order = {
    kind,
    state,
    user: { _id: 'rosa', name: 'ROSA' },
    seller: 'ugo',
    sellerName: 'Da Ugo',
    number: 12,
    requesterName: 'Rosa',
    ownerPhone: '',
    atDesk: [],
    suspended: [],
    ...partiesOf(kind, { owner: 'ugo', requester: 'rosa', isFree: false }),
    orderItems: [
      { name: 'Pane', image: '', product: 'pane', qty: 1, priceVal: 3, priceEuro: 2.5, startsAt: null, endsAt: null },
    ],
    createdAt: DAY,
    terms: { ...(showsPrice(kind) ? { val: 3, euro: 2.5 } : { val: 0, euro: 0 }), by: 'rosa', at: DAY },
    problem: null,
    answered: state !== 'sent',
    ring: null,
    agreedAt: momentIn(state, 'agreed', 'paid', 'delivered', 'concluded'),
    paidAt: momentIn(state, 'paid', 'delivered'),
    handedOverAt: null,
    deliveredAt: momentIn(state, 'delivered'),
    concludedAt: momentIn(state, 'concluded'),
    cancelledAt: momentIn(state, 'closed'),
    expiredAt: momentIn(state, 'expired'),
    cancelReason: '',
    reviewedAt: null,
    payment: null,
    ...overrides,
  } as unknown as OrderView
  return { ...order, turn: turnOf(order) }
}

export const payment = {
  status: 'confirmed',
  returned: false,
  returnStatus: null,
  amount: 3,
  at: DAY,
} satisfies OrderView['payment']
export const terms = (val: number, euro: number, by = 'rosa') => ({ terms: { val, euro, by, at: DAY } })
