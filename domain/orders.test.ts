import { expect, test } from 'vitest'
import { canSendSecondMail, canTakeStep, ORDER_STATES, type OrderStep, STEPS, stateOf } from '#domain/orders.ts'

const order = { user: { _id: 'rosa' }, seller: 'ugo' }
const WHO = {
  visitor: null,
  stranger: { id: 'lia', isAdmin: false },
  buyer: { id: 'rosa', isAdmin: false },
  seller: { id: 'ugo', isAdmin: false },
  admin: { id: 'ada', isAdmin: true },
  'buyer who is admin': { id: 'rosa', isAdmin: true },
  'seller who is admin': { id: 'ugo', isAdmin: true },
}
const PROGRESS = {
  unpaid: { isPaid: false, isDelivered: false },
  paid: { isPaid: true, isDelivered: false },
  delivered: { isPaid: true, isDelivered: true },
}

test('only the listed combinations of viewer, step and state are permitted', () => {
  const may: string[] = []
  for (const step of Object.keys(STEPS) as OrderStep[])
    for (const state of ORDER_STATES)
      for (const [who, viewer] of Object.entries(WHO))
        if (canTakeStep(step, { ...order, ...PROGRESS[state] }, viewer)) may.push(`${who}: ${step} ${state}`)
  expect(may).toEqual([
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
  for (const state of ORDER_STATES) expect(stateOf(PROGRESS[state])).toBe(state)
})

test('only the buyer may send the second mail, once', () => {
  const open = { ...order, secondMailSent: false }
  const may = Object.entries(WHO).filter(([, viewer]) => canSendSecondMail(open, viewer))
  expect(may.map(([who]) => who)).toEqual(['buyer', 'buyer who is admin'])
  expect(canSendSecondMail({ ...order, secondMailSent: true }, WHO.buyer)).toBe(false)
})
