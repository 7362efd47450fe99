// Random sequences of VAL between persons, from the treasury, and of accounts that are erased.
import fc from 'fast-check'
import { apart, common } from '#test/faults/exchange-plan.ts'

const amount = fc.integer({ min: 1, max: 300 })
const admin = fc.constantFrom(0, 0, 1)

const send = fc.record({ ...common, does: fc.constant('send' as const), amount })
/** Asks the next person for VAL. */
const ask = fc.record({ ...common, does: fc.constant('ask' as const), amount })
const answer = fc.record({
  ...common,
  does: fc.constant('answer' as const),
  how: fc.constantFrom('pay', 'pay', 'pay', 'decline', 'withdraw'),
  /** Which of the requests that exist by then. */
  which: fc.nat(3),
  isForeign: fc.constantFrom(false, false, false, true),
})
/** The last amounts are typed again, and need another admin. */
const gift = fc.record({
  ...common,
  does: fc.constant('gift' as const),
  admin,
  val: fc.constantFrom(1, 2.5, 101, 1_001),
  isTyped: fc.constantFrom(true, true, true, false),
})
const file = fc.record({ ...common, does: fc.constant('file' as const), admin, val: fc.constantFrom(1, 60, 600) })
const decide = fc.record({
  ...common,
  does: fc.constant('decide' as const),
  how: fc.constantFrom('approve', 'approve', 'revoke'),
  /** Made by the admin who gave. */
  isOwn: fc.constantFrom(false, false, false, true),
  which: fc.nat(3),
})
/** More than an hour passes for the gifts, and more than a week for the VAL asked for. */
const pass = fc.record({ ...common, does: fc.constant('pass' as const) })
const mint = fc.record({ ...common, does: fc.constant('mint' as const), isTyped: fc.boolean() })
const erase = fc.record({ ...common, does: fc.constant('erase' as const), isByAdmin: fc.boolean() })

const step = fc.oneof(
  { weight: 18, arbitrary: send },
  { weight: 9, arbitrary: ask },
  { weight: 15, arbitrary: answer },
  { weight: 9, arbitrary: gift },
  { weight: 6, arbitrary: file },
  { weight: 18, arbitrary: decide },
  { weight: 3, arbitrary: pass },
  { weight: 3, arbitrary: apart },
  { weight: 2, arbitrary: mint },
  { weight: 1, arbitrary: erase },
)

/** Three persons and two admins; `times` and `key` as for exchanges. */
export const walletPlay = fc.record({
  firstPerson: fc.nat(100),
  asksAgain: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
})
export type WalletPlay = typeof walletPlay extends fc.Arbitrary<infer T> ? T : never
