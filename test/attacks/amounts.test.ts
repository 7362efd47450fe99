import { expect, test } from 'vitest'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { AMOUNT_MESSAGES } from '#domain/base/money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { CHANGE } from '#test/attacks/permissions-table.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const TOO_FINE = [1e-323, 1e-7, 0.001, 0.004999, 0.009, 1.005, 12.345]

/** Every call that reads an amount, with that amount in its body. */
const aPiazzaWithCalls = async () => {
  const piazza = await aPiazzaWithChain()
  const admin = await piazza.aMember({ isAdmin: true })
  const [anna, bruno] = [await piazza.aMemberWithWallet(), await piazza.aMemberWithWallet(0)]
  const listing = await piazza.aListing({ by: anna })
  const { order, seller } = await piazza.anOrder()
  const settings = (await piazza.call('GET', '/api/settings', { token: admin.token })).body as AssociationSettings
  const put = (by: { token: string }, path: string) => (body: object) =>
    piazza.call('PUT', path, { token: by.token, body })
  const post = (by: { token: string }, path: string) => (body: object) =>
    piazza.call('POST', path, { token: by.token, body })
  const save = put(admin, '/api/settings')
  const limit = (name: keyof AssociationSettings['limits']) => (amount: number) =>
    save({ ...settings, limits: { ...settings.limits, [name]: amount } })
  const change = put(anna, `/api/products/${listing.id}`)
  const propose = post(seller, `/api/orders/${order.id}/propose`)
  const accept = post(seller, `/api/orders/${order.id}/accept`)
  const reply = post(anna, `/api/replies/${'a'.repeat(40)}`)
  const place = (expected: { val: number; euro: number }) =>
    post(bruno, '/api/orders')({ orderItems: [{ product: listing.id, qty: 1 }], expected })
  const calls: Record<string, (amount: number) => Promise<{ status: number; body: unknown }>> = {
    transfer: (amount) => post(anna, '/api/wallet/transfers')({ to: bruno.username, amount }),
    request: (amount) => post(anna, '/api/wallet/requests')({ from: bruno.username, amount }),
    gift: (amount) => post(admin, '/api/treasury/gifts')({ to: bruno.username, amount }),
    mint: (amount) => post(admin, '/api/treasury/mint')({ amount, confirmation: amount }),
    passkey: (amount) => post(anna, '/api/passkeys/confirmation')({ purpose: 'payment', to: bruno.username, amount }),
    'price in VAL': (priceVal) => change({ ...CHANGE, priceVal }),
    'price in euro': (priceEuro) => change({ ...CHANGE, priceEuro }),
    'price as typed': (priceVal) => change({ ...CHANGE, priceVal: String(priceVal) }),
    'proposed VAL': (val) => propose({ val, euro: 0 }),
    'proposed euro': (euro) => propose({ val: 0, euro }),
    'accepted VAL': (val) => accept({ val, euro: 0 }),
    'accepted euro': (euro) => accept({ val: 0, euro }),
    'accepted by mail, VAL': (val) => reply({ terms: { val, euro: 0 } }),
    'accepted by mail, euro': (euro) => reply({ terms: { val: 0, euro } }),
    'expected VAL': (val) => place({ val, euro: 0 }),
    'expected euro': (euro) => place({ val: 0, euro }),
    welcome: (val) => save({ ...settings, welcome: { ...settings.welcome, val } }),
    transferPasswordAbove: limit('transferPasswordAbove'),
    deskDailySum: limit('deskDailySum'),
    giftTypedAbove: limit('giftTypedAbove'),
    giftSecondYesAbove: limit('giftSecondYesAbove'),
  }
  return { piazza, calls, listing }
}

test('no call rounds an amount: what is finer than a hundredth is refused with a clear text, and nothing changes', async () => {
  const { piazza, calls, listing } = await aPiazzaWithCalls()
  const prices = () =>
    piazza.db.first(sql`select price_val as val, price_euro as euro from listing where id = ${listing.id}`)
  const before = await prices()
  for (const [name, call] of Object.entries(calls))
    for (const amount of TOO_FINE) {
      const { status, body } = await call(amount)
      const message = (body as { message: string }).message
      expect(status, `${name} ${amount}: ${message}`).toBe(422)
      if (!(name === 'price as typed' && String(amount).includes('e')))
        expect(message, `${name} ${amount}`).toContain(AMOUNT_MESSAGES.decimals)
    }
  expect(await prices()).toEqual(before)
})
