import { expect, test } from 'vitest'
import { canSendSecondMail, canTakeStep, ORDER_STATES, type OrderStep, STEPS, stateOf } from '#domain/orders.ts'

const order = { user: { _id: 'rosa' }, seller: 'ugo' }
const VIEWERS = {
  visitor: null,
  stranger: { id: 'lia', isAdmin: false },
  buyer: { id: 'rosa', isAdmin: false },
  seller: { id: 'ugo', isAdmin: false },
  admin: { id: 'ada', isAdmin: true },
  'buyer who is admin': { id: 'rosa', isAdmin: true },
  'seller who is admin': { id: 'ugo', isAdmin: true },
}
const FLAGS = {
  unpaid: { isPaid: false, isDelivered: false },
  paid: { isPaid: true, isDelivered: false },
  delivered: { isPaid: true, isDelivered: true },
}

test('only the listed combinations of viewer, step and state are permitted', () => {
  const permitted: string[] = []
  for (const step of Object.keys(STEPS) as OrderStep[])
    for (const state of ORDER_STATES)
      for (const [role, viewer] of Object.entries(VIEWERS))
        if (canTakeStep(step, { ...order, ...FLAGS[state] }, viewer)) permitted.push(`${role}: ${step} ${state}`)
  expect(permitted).toEqual([
    'seller: pay unpaid',
    'seller who is admin: pay unpaid',
    'buyer: deliver paid',
    'buyer who is admin: deliver paid',
    'admin: remove unpaid',
    'buyer who is admin: remove unpaid',
    'seller who is admin: remove unpaid',
  ])
})

test('the state follows from the flags of an order', () => {
  for (const state of ORDER_STATES) expect(stateOf(FLAGS[state])).toBe(state)
})

test('only the buyer may send the second mail, once', () => {
  const unsent = { ...order, secondMailSent: false }
  const permitted = Object.entries(VIEWERS).filter(([, viewer]) => canSendSecondMail(unsent, viewer))
  expect(permitted.map(([role]) => role)).toEqual(['buyer', 'buyer who is admin'])
  expect(canSendSecondMail({ ...order, secondMailSent: true }, VIEWERS.buyer)).toBe(false)
})
