import { expect, test } from 'vitest'
import {
  isOpen,
  isReturning,
  isTransferring,
  ORDER_STATES,
  type OrderState,
  type RuledOrder,
} from '#domain/exchange/orders.ts'
import { canTakeStep, type OrderStep, turnOf } from '#domain/exchange/steps.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'
import {
  ALL_STEPS,
  aRuledOrder,
  HOUR_AGO,
  NOW,
  PARTIES,
  reachableOrders,
  TWO_DAYS_AGO,
  VIEWERS,
} from '#test/ruled-orders.ts'

const permitted = (kind: Section, states: readonly OrderState[], overrides: Partial<RuledOrder> = {}, at = HOUR_AGO) =>
  states.flatMap((state) =>
    ALL_STEPS.flatMap((step) =>
      Object.entries(VIEWERS)
        .filter(([, viewer]) => canTakeStep(step, { ...aRuledOrder(kind, state, at), ...overrides }, viewer, NOW))
        .map(([role]) => `${state}: ${step} by ${role}`),
    ),
  )

const byBoth = (state: OrderState, ...steps: OrderStep[]) =>
  steps.flatMap((step) => [`${state}: ${step} by requester`, `${state}: ${step} by owner`])
const REMOVABLE = ['sent', 'agreed', 'closed', 'expired'].map((state) => `${state}: remove by admin`)

test('an offer is accepted and given by its owner, paid and received by the requester', () => {
  const states = ORDER_STATES.filter((state) => state !== 'concluded')
  expect(permitted('offro', states).toSorted()).toEqual(
    [
      ...REMOVABLE,
      'sent: accept by owner',
      ...byBoth('sent', 'propose', 'cancel'),
      'sent: pay by owner',
      ...byBoth('agreed', 'propose', 'cancel', 'problem'),
      'agreed: transfer by requester',
      'agreed: pay by owner',
      'agreed: handover by owner',
      'paid: undoPay by owner',
      'paid: handover by owner',
      'paid: deliver by requester',
      ...byBoth('paid', 'problem'),
      'delivered: undoDeliver by requester',
      ...byBoth('delivered', 'problem'),
    ].toSorted(),
  )
})

test('in an answer to a cerco the owner accepts, pays and receives', () => {
  const states = ORDER_STATES.filter((state) => state !== 'concluded')
  expect(permitted('cerco', states).toSorted()).toEqual(
    [
      ...REMOVABLE,
      'sent: accept by owner',
      ...byBoth('sent', 'propose', 'cancel'),
      'sent: pay by requester',
      ...byBoth('agreed', 'propose', 'cancel', 'problem'),
      'agreed: transfer by owner',
      'agreed: pay by requester',
      'agreed: handover by requester',
      'paid: undoPay by requester',
      'paid: handover by requester',
      'paid: deliver by owner',
      ...byBoth('paid', 'problem'),
      'delivered: undoDeliver by owner',
      ...byBoth('delivered', 'problem'),
    ].toSorted(),
  )
})

test('a gift is accepted, given and received without a payment', () => {
  expect(permitted('dono', ['sent', 'agreed', 'delivered', 'closed', 'expired']).toSorted()).toEqual(
    [
      ...REMOVABLE,
      'sent: accept by owner',
      ...byBoth('sent', 'cancel'),
      ...byBoth('agreed', 'cancel', 'problem'),
      'agreed: handover by owner',
      'agreed: deliver by requester',
      'delivered: undoDeliver by requester',
      ...byBoth('delivered', 'problem'),
    ].toSorted(),
  )
})

test('a proposal is concluded by either side once its owner has answered', () => {
  const states = ['sent', 'agreed', 'concluded', 'closed', 'expired'] as const
  const always = [
    ...REMOVABLE,
    'concluded: remove by admin',
    'sent: accept by owner',
    ...byBoth('sent', 'cancel'),
    ...byBoth('agreed', 'cancel', 'problem', 'conclude'),
    ...byBoth('concluded', 'problem'),
  ]
  expect(permitted('propongo', states).toSorted()).toEqual(always.toSorted())
  expect(permitted('propongo', states, { answered: true }).toSorted()).toEqual(
    [...always, ...byBoth('sent', 'conclude')].toSorted(),
  )
})

test('an event is concluded by either side once it is over', () => {
  const before = ['agreed: remove by admin', ...byBoth('agreed', 'cancel', 'problem')]
  expect(permitted('avviso', ['agreed']).toSorted()).toEqual(before.toSorted())
  expect(permitted('avviso', ['agreed'], { orderItems: [{ endsAt: HOUR_AGO }] }).toSorted()).toEqual(
    [...before, ...byBoth('agreed', 'conclude')].toSorted(),
  )
})

test('a sum is accepted by the side that did not propose it', () => {
  for (const [by, role] of [
    ['rosa', 'owner'],
    ['ugo', 'requester'],
  ] as const) {
    const accepting = permitted('offro', ['sent'], { terms: { val: 5, euro: 0, by } })
    expect(accepting.filter((step) => step.includes('accept'))).toEqual([`sent: accept by ${role}`])
  }
})

const moved = (returnStatus: PaymentStatus | null, status: PaymentStatus = 'confirmed'): Partial<RuledOrder> => ({
  payment: { status, returned: returnStatus === 'pending' || returnStatus === 'confirmed', returnStatus },
})

test('once VAL moved, only the payee closes a request, the sum stays, and the payee can refund it once', () => {
  for (const none of [null, 'failed'] as const) {
    expect(permitted('offro', ['agreed'], moved(none))).toEqual([
      'agreed: cancel by owner',
      'agreed: pay by owner',
      'agreed: refund by owner',
      'agreed: handover by owner',
      ...byBoth('agreed', 'problem'),
    ])
    expect(permitted('offro', ['paid'], moved(none))).toEqual([
      'paid: cancel by owner',
      'paid: refund by owner',
      'paid: handover by owner',
      'paid: deliver by requester',
      ...byBoth('paid', 'problem'),
    ])
    expect(permitted('offro', ['delivered'], moved(none))).toEqual([
      'delivered: refund by owner',
      ...byBoth('delivered', 'problem'),
    ])
  }
  expect(permitted('offro', ['agreed'], moved(null, 'pending'))).toEqual([
    'agreed: handover by owner',
    ...byBoth('agreed', 'problem'),
  ])
  for (const state of ['agreed', 'paid'] as const)
    expect(permitted('offro', [state], moved('pending'))).toEqual(byBoth(state, 'problem'))
  expect(permitted('offro', ['delivered'], moved('confirmed'))).toEqual(byBoth('delivered', 'problem'))
  expect(permitted('offro', ['closed'], moved('confirmed'))).toEqual([])
})

test('a transfer that failed moved nothing: the delivery can be taken back', () => {
  expect(permitted('offro', ['delivered'], moved(null, 'failed'))).toEqual([
    'delivered: undoDeliver by requester',
    ...byBoth('delivered', 'problem'),
  ])
})

test('a mistaken step can be taken back for 24 hours', () => {
  expect(permitted('offro', ['paid', 'delivered'], {}, TWO_DAYS_AGO)).toEqual([
    'paid: handover by owner',
    'paid: deliver by requester',
    ...byBoth('paid', 'problem'),
    ...byBoth('delivered', 'problem'),
  ])
  const handedOver = (at: string) => permitted('dono', ['agreed'], { handedOverAt: at })
  expect(handedOver(TWO_DAYS_AGO)).toEqual([
    'agreed: deliver by requester',
    ...byBoth('agreed', 'problem'),
    'agreed: remove by admin',
  ])
  expect(handedOver(HOUR_AGO)).toEqual(['agreed: undoHandover by owner', ...handedOver(TWO_DAYS_AGO)])
})

test('a problem is withdrawn by the one who reported it and settled by an admin who is no party', () => {
  const about = (by: string | null) =>
    permitted('offro', ['paid'], { problem: { by } }).filter((step) => /roblem|settle/.test(step))
  expect(about('rosa')).toEqual(['paid: withdrawProblem by requester', 'paid: settle by admin'])
  expect(about('ugo')).toEqual(['paid: withdrawProblem by owner', 'paid: settle by admin'])
  const ofRosa = { ...aRuledOrder('offro', 'paid'), problem: { by: 'ugo' } }
  expect(canTakeStep('settle', ofRosa, { id: 'rosa', isAdmin: true }, NOW)).toBe(false)
  expect(permitted('offro', ['closed'], { settled: { outcome: 'keep' } })).not.toContain('closed: remove by admin')
})

const OPEN_STATES_OF: Record<Section, OrderState[]> = {
  offro: ['agreed', 'paid', 'sent'],
  cerco: ['agreed', 'paid', 'sent'],
  propongo: ['agreed', 'sent'],
  avviso: ['agreed'],
  dono: ['agreed', 'sent'],
}
const MAIN_STEPS = ['accept', 'transfer', 'pay', 'handover', 'deliver', 'conclude'] as const satisfies OrderStep[]

test.each(SECTIONS)('in every state of a request about %s, the member whose turn it is has a next step', (kind) => {
  for (const order of reachableOrders(kind)) {
    const turn = turnOf(order)
    const canAct = MAIN_STEPS.some((step) => canTakeStep(step, order, { id: turn ?? '', isAdmin: false }, NOW))
    expect([order, turn === null || canAct]).toEqual([order, true])
    if (!isOpen(order)) expect(turn).toBeNull()
  }
})

test.each(SECTIONS)('in every open request about %s each side has a step, or the association does', (kind) => {
  const open = reachableOrders(kind).filter(isOpen)
  expect([...new Set(open.map(({ state }) => state))].toSorted()).toEqual(OPEN_STATES_OF[kind])
  for (const order of open) {
    const stuck = PARTIES.filter((viewer) => !ALL_STEPS.some((step) => canTakeStep(step, order, viewer, NOW)))
    if (order.problem) {
      // While VAL are on their way there is nothing to decide yet.
      expect(canTakeStep('settle', order, VIEWERS.admin, NOW)).toBe(!isTransferring(order) && !isReturning(order))
      expect(stuck.map(({ id }) => id)).not.toContain(order.problem.by)
    } else expect([order, stuck]).toEqual([order, []])
  }
})
