// Random sequences of what members do with one listing.
import fc from 'fast-check'
import type { OrderRole } from '#domain/orders.ts'

/** The calls about an order, and who makes them in good faith. */
const ORDER_CALLS = [
  ['PUT', '/pay', 'payee'],
  ['PUT', '/pay', 'payee'],
  ['DELETE', '/pay', 'payee'],
  ['PUT', '/deliver', 'receiver'],
  ['PUT', '/deliver', 'receiver'],
  ['DELETE', '/deliver', 'receiver'],
  ['POST', '/conclude', 'requester'],
  ['POST', '/cancel', 'requester'],
  ['POST', '/cancel', 'owner'],
  ['POST', '/transfer', 'payer'],
  ['POST', '/transfer', 'payer'],
  ['POST', '/refund', 'payee'],
  ['POST', '/refund', 'payee'],
] as const satisfies [string, string, OrderRole][]

const common = {
  /** Sent this often at the same time: double clicks and lost answers. */
  times: fc.constantFrom(1, 1, 1, 2, 3),
  key: fc.constantFrom('una', 'altra', undefined),
  /** Number 0 owns the listing. */
  by: fc.constantFrom(0, 1, 1, 1, 1, 2, 2, 2),
}
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...common, does: fc.constant('pay' as const) }) },
  { weight: 4, arbitrary: fc.record({ ...common, does: fc.constant('order' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      ...common,
      does: fc.constant('step' as const),
      call: fc.constantFrom(...ORDER_CALLS),
      /** By somebody else than the one who should. */
      isForeign: fc.constantFrom(false, false, false, false, true),
      /** Which of the orders that exist by then. */
      which: fc.nat(5),
    }),
  },
)

/** A listing, and what its owner and two others do with it. */
export const exchange = fc.record({
  section: fc.constantFrom('offro', 'offro', 'offro', 'offro', 'cerco', 'cerco', 'dono', 'propongo', 'avviso'),
  /** Moves the members round. */
  firstPerson: fc.nat(100),
  stock: fc.integer({ min: 1, max: 2 }),
  priceVal: fc.integer({ min: 1, max: 300 }),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
})
export type Exchange = typeof exchange extends fc.Arbitrary<infer T> ? T : never
