// Random sequences of what members do with one listing.
import fc from 'fast-check'
import type { OrderRole } from '#domain/exchange/orders.ts'
import type { OrderStep } from '#domain/exchange/steps.ts'

/** Every step, some of them for either party. */
type StepCall = Exclude<OrderStep, 'cancel'> | 'acceptBack' | 'proposeBack' | 'problemOfOwner' | 'withdraw' | 'decline'

/** The calls about an order, and the role that should make each. */
const ORDER_CALLS = {
  accept: ['POST', '/accept', 'owner'],
  acceptBack: ['POST', '/accept', 'requester'],
  propose: ['POST', '/propose', 'requester'],
  proposeBack: ['POST', '/propose', 'owner'],
  handover: ['POST', '/handover', 'giver'],
  undoHandover: ['DELETE', '/handover', 'giver'],
  problem: ['POST', '/problem', 'requester'],
  problemOfOwner: ['POST', '/problem', 'owner'],
  withdrawProblem: ['DELETE', '/problem', 'requester'],
  settle: ['POST', '/settle', 'mediator'],
  pay: ['PUT', '/pay', 'payee'],
  undoPay: ['DELETE', '/pay', 'payee'],
  deliver: ['PUT', '/deliver', 'receiver'],
  undoDeliver: ['DELETE', '/deliver', 'receiver'],
  conclude: ['POST', '/conclude', 'requester'],
  withdraw: ['POST', '/cancel', 'requester'],
  decline: ['POST', '/cancel', 'owner'],
  transfer: ['POST', '/transfer', 'payer'],
  refund: ['POST', '/refund', 'payee'],
  remove: ['DELETE', '', 'mediator'],
} as const satisfies Record<StepCall, [string, string, OrderRole]>

/** With what an expense is confirmed. */
export const proof = fc.constantFrom('right' as const, 'right' as const, 'right' as const, 'wrong' as const, undefined)

export const common = {
  /** Sent this often at the same time: double clicks and lost answers. */
  times: fc.constantFrom(1, 1, 1, 2, 3),
  key: fc.constantFrom('una', 'altra', undefined),
  /** Number 0 owns the listing. */
  by: fc.constantFrom(0, 1, 1, 1, 1, 2, 2, 2),
  proof,
}
const payCart = fc.record({ ...common, does: fc.constant('pay' as const) })
const placeOrder = fc.record({ ...common, does: fc.constant('order' as const) })
/** Gives a payment back that has no order. */
const giveBack = fc.record({ ...common, does: fc.constant('return' as const) })
const takeStep = (call: fc.Arbitrary<keyof typeof ORDER_CALLS>) =>
  fc.record({
    ...common,
    does: fc.constant('step' as const),
    call: call.map((name) => ORDER_CALLS[name]),
    /** Made by another member than the one in that role. */
    isForeign: fc.constantFrom(false, false, false, false, true),
    /** Which of the orders that exist by then. */
    which: fc.nat(5),
    /** The sum of a proposal, as a share of the price. */
    share: fc.constantFrom(0, 0.5, 1, 1, 1.5),
    outcome: fc.constantFrom('return', 'keep', 'close'),
  })
/** The server's clock for one order jumps past the deadline. */
const pastDeadline = fc.record({ ...common, does: fc.constant('deadline' as const), which: fc.nat(5) })
/** One of the members blocks or unblocks another, or an admin suspends one or lifts the suspension. */
export const apart = fc.record({
  ...common,
  does: fc.constant('part' as const),
  // More of what ends it, so that most members can act most of the time.
  how: fc.constantFrom('block', 'unblock', 'unblock', 'suspend', 'lift', 'lift'),
})
/** What the owner does with the listing. */
const edit = fc.record({
  ...common,
  does: fc.constant('edit' as const),
  how: fc.constantFrom('price', 'pause', 'resume', 'resume', 'resume', 'delete'),
})
export const anyStep = takeStep(fc.constantFrom(...(Object.keys(ORDER_CALLS) as (keyof typeof ORDER_CALLS)[])))
/** What closes an order or moves its VAL: the steps that collide with each other. */
const closingStep = takeStep(
  fc.constantFrom('withdraw', 'decline', 'transfer', 'refund', 'refund', 'accept', 'propose', 'settle', 'pay'),
)

const step = fc.oneof(
  { weight: 3, arbitrary: payCart },
  { weight: 3, arbitrary: placeOrder },
  { weight: 4, arbitrary: anyStep },
  { weight: 5, arbitrary: closingStep },
  { weight: 1, arbitrary: giveBack },
  { weight: 1, arbitrary: pastDeadline },
  { weight: 1, arbitrary: apart },
  { weight: 1, arbitrary: edit },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const paidOrder = fc.tuple(payCart, placeOrder).map(([pay, order]) => [pay, { ...order, by: pay.by }] as const)
const then = (...names: (keyof typeof ORDER_CALLS)[]) => takeStep(fc.constantFrom(...names))
/** How most exchanges begin, so that there is an order or a payment for the later steps to change. */
const beginning: fc.Arbitrary<readonly Step[]> = fc.oneof(
  fc.tuple(),
  fc.tuple(payCart),
  fc.tuple(placeOrder, then('withdraw', 'decline', 'propose')),
  fc.tuple(placeOrder, then('accept'), then('handover', 'problem', 'propose')),
  fc.tuple(placeOrder, then('accept'), then('transfer'), then('pay', 'problem'), then('settle', 'handover', 'deliver')),
  paidOrder,
  fc.tuple(paidOrder, then('refund')).map(([paid, refund]) => [...paid, refund]),
  fc.tuple(placeOrder, then('accept'), then('transfer'), then('refund', 'pay')),
)

/** A request is paid, handed over and received. */
export const carryOut = (which: number) => {
  const toEnd = (name: keyof typeof ORDER_CALLS) =>
    then(name).map((next) => ({ ...next, which, isForeign: false, proof: 'right' as const }))
  return fc.tuple(toEnd('transfer'), toEnd('pay'), toEnd('handover'), toEnd('deliver'))
}

/** A listing, and what its owner and two others do with it. */
export const exchange = fc.record({
  section: fc.constantFrom('offro', 'offro', 'offro', 'offro', 'cerco', 'cerco', 'dono', 'propongo', 'avviso'),
  /** Which of the members owns the listing; the next two are the others. */
  firstPerson: fc.nat(100),
  stock: fc.integer({ min: 1, max: 2 }),
  priceVal: fc.integer({ min: 1, max: 300 }),
  /** Asks again while there is no final answer, as the screens do. */
  asksAgain: fc.boolean(),
  steps: fc
    .tuple(beginning, fc.array(step, { minLength: 3, maxLength: 10 }))
    .map(([first, others]) => [...first, ...others]),
})
export type Exchange = typeof exchange extends fc.Arbitrary<infer T> ? T : never
