import { expect, test } from 'vitest'
import {
  canSendSecondMail,
  canTakeStep,
  ORDER_STATES,
  type OrderState,
  type OrderStep,
  STEPS,
  soldOut,
  stateOf,
} from '#domain/exchange/orders.ts'
import { partiesOf } from '#domain/market/kinds.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'

const NOW = new Date('2026-05-04T10:00:00Z')
const HOUR_AGO = '2026-05-04T09:00:00.000Z'
const TWO_DAYS_AGO = '2026-05-02T10:00:00.000Z'
const VIEWERS = {
  visitor: null,
  stranger: { id: 'lia', isAdmin: false },
  requester: { id: 'rosa', isAdmin: false },
  owner: { id: 'ugo', isAdmin: false },
  admin: { id: 'ada', isAdmin: true },
}

const moments = (state: OrderState, at: string) => ({
  paidAt: state === 'paid' ? at : null,
  deliveredAt: state === 'delivered' ? at : null,
  concludedAt: state === 'concluded' ? at : null,
  cancelledAt: state === 'cancelled' ? at : null,
})

const anOrder = (kind: Section, state: OrderState, at = HOUR_AGO) => ({
  user: { _id: 'rosa' },
  seller: 'ugo',
  kind,
  ...partiesOf(kind, { owner: 'ugo', requester: 'rosa', isFree: false }),
  totalPriceVal: 5,
  ...moments(state, at),
  payment: null,
})

const permitted = (
  kind: Section,
  states: readonly OrderState[] = ORDER_STATES,
  overrides: object = {},
  at = HOUR_AGO,
) =>
  states.flatMap((state) =>
    (Object.keys(STEPS) as OrderStep[]).flatMap((step) =>
      Object.entries(VIEWERS)
        .filter(([, viewer]) => canTakeStep(step, { ...anOrder(kind, state, at), ...overrides }, viewer, NOW))
        .map(([role]) => `${state}: ${step} by ${role}`),
    ),
  )

const CANCELLABLE = ['sent: cancel by requester', 'sent: cancel by owner']
const REMOVABLE = ['sent: remove by admin', 'concluded: remove by admin', 'cancelled: remove by admin']

test('an offer is paid to its owner and received by the requester', () => {
  expect(permitted('offro').toSorted()).toEqual(
    [
      ...CANCELLABLE,
      ...REMOVABLE,
      'sent: pay by owner',
      'sent: transfer by requester',
      'paid: undoPay by owner',
      'paid: deliver by requester',
      'delivered: undoDeliver by requester',
    ].toSorted(),
  )
})

test('in an answer to a cerco the sides are swapped', () => {
  expect(permitted('cerco').toSorted()).toEqual(
    [
      ...CANCELLABLE,
      ...REMOVABLE,
      'sent: pay by requester',
      'sent: transfer by owner',
      'paid: undoPay by requester',
      'paid: deliver by owner',
      'delivered: undoDeliver by owner',
    ].toSorted(),
  )
})

test('a gift is received without a payment', () => {
  expect(permitted('dono', ['sent', 'delivered', 'cancelled']).toSorted()).toEqual(
    [
      ...CANCELLABLE,
      'sent: remove by admin',
      'cancelled: remove by admin',
      'sent: deliver by requester',
      'delivered: undoDeliver by requester',
    ].toSorted(),
  )
})

test('proposals and events are concluded by either side', () => {
  for (const kind of ['propongo', 'avviso'] as const)
    expect(permitted(kind, ['sent', 'concluded', 'cancelled']).toSorted()).toEqual(
      [...CANCELLABLE, ...REMOVABLE, 'sent: conclude by requester', 'sent: conclude by owner'].toSorted(),
    )
})

test('once VAL moved, an order cannot be cancelled, removed or paid again, and the payee can refund them once', () => {
  const moved = (returnStatus: PaymentStatus | null) => {
    const returned = returnStatus === 'pending' || returnStatus === 'confirmed'
    return { payment: { status: 'confirmed', returned, returnStatus } }
  }
  for (const none of [null, 'failed'] as const) {
    expect(permitted('offro', ['sent'], moved(none))).toEqual(['sent: pay by owner', 'sent: refund by owner'])
    expect(permitted('offro', ['paid'], moved(none))).toEqual(['paid: deliver by requester', 'paid: refund by owner'])
  }
  expect(permitted('offro', ['delivered'], moved(null))).toEqual(['delivered: refund by owner'])
  expect(permitted('offro', ['delivered'], moved('confirmed'))).toEqual([])
  expect(permitted('offro', ['sent', 'paid'], moved('pending'))).toEqual([])
  const withoutRemoval = permitted('offro', ['sent']).filter((step) => step !== 'sent: remove by admin')
  expect(permitted('offro', ['sent'], moved('confirmed'))).toEqual(withoutRemoval)
  expect(permitted('offro', ['cancelled'], moved('confirmed'))).toEqual([])
})

test('a transfer that failed moved nothing: the delivery can be taken back', () => {
  const failed = { payment: { status: 'failed', returned: false, returnStatus: null } }
  expect(permitted('offro', ['delivered'], failed)).toEqual(['delivered: undoDeliver by requester'])
})

test('a mistaken step can be taken back for 24 hours', () => {
  expect(permitted('offro', ['paid', 'delivered'], {}, TWO_DAYS_AGO)).toEqual(['paid: deliver by requester'])
})

test('the state follows from the moments of an order', () => {
  for (const state of ORDER_STATES) expect(stateOf(moments(state, HOUR_AGO))).toBe(state)
})

test('only the requester may send the second mail, once', () => {
  for (const kind of SECTIONS) {
    const unsent = { ...anOrder(kind, 'sent'), secondMailSent: false }
    const allowed = Object.entries(VIEWERS).filter(([, viewer]) => canSendSecondMail(unsent, viewer))
    expect(allowed.map(([role]) => role)).toEqual(['requester'])
    expect(canSendSecondMail({ ...unsent, secondMailSent: true }, VIEWERS.requester)).toBe(false)
  }
})

test('what is left is told in the singular or plural', () => {
  const texts = [0, 1, 2].map((left) => soldOut('Miele', left))
  expect(texts).toEqual([
    '«Miele» non è più disponibile.',
    'Di «Miele» ne resta solo 1.',
    'Di «Miele» ne restano solo 2.',
  ])
})
