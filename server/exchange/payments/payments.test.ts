import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazzaWithChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const MINUTE = 60_000

test('a payment moves the current price in VAL, and both parties see it on the order that follows', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, listing } = await piazza.aFundedBuyerAndListing({ priceVal: 12_50 })
  const items = [{ product: listing.id, qty: 2, priceVal: 0.01 }]
  const paid = await piazza.pay(buyer, buyer.account, items, 'una')
  expect(paid).toMatchObject({ http: 200, status: 'confirmed', from: buyer.account, to: seller.account, amount: 25 })
  expect(paid.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(75_00)
  expect(await piazza.chain.balanceOf(seller.account)).toBe(25_00)
  const { order } = await piazza.place(buyer, items)
  const payment = {
    status: 'confirmed',
    amount: 25,
    at: expect.stringMatching(/^\d{4}-/),
    returned: false,
    returnStatus: null,
  }
  for (const party of [buyer, seller]) expect((await piazza.see(party, order._id)).payment).toEqual(payment)
  // The order is not marked as paid until the seller confirms it.
  expect(order.isPaid).toBe(false)
})

test('the same payment sent twenty times concurrently is one transfer, with and without a key', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, item } = await piazza.aFundedBuyerAndListing()
  const other = await piazza.aFundedBuyerAndListing()
  const send = (by: typeof buyer, what: typeof item, key?: string) =>
    Promise.all(Array.from({ length: 20 }, () => piazza.pay(by, by.account, [what], key)))
  for (const [deal, key] of [
    [{ buyer, item }, 'una'],
    [other, undefined],
  ] as const) {
    const answers = await send(deal.buyer, deal.item, key)
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1)
    expect(await piazza.transfers(deal.buyer.account)).toEqual([{ amount: 500, state: 'confirmed' }])
    expect(await piazza.chain.balanceOf(deal.buyer.account)).toBe(95_00)
  }
})

test('without a key the same items within ten minutes are one payment; different keys are different payments', async () => {
  // Never ahead of the database, whose clock counts too.
  let now = new Date(Date.now() - 180 * MINUTE)
  const piazza = await aPiazzaWithChain({ clock: () => now })
  const { buyer, seller, listing, item } = await piazza.aFundedBuyerAndListing()
  const second = await piazza.aListing({ by: seller, stock: 9 })
  const both = [item, { product: second.id, qty: 1 }]
  const spent = async () => 100_00 - (await piazza.chain.balanceOf(buyer.account))
  await piazza.pay(buyer, buyer.account, both)
  await piazza.pay(buyer, buyer.account, both.toReversed())
  expect(await spent()).toBe(10_00)
  await piazza.pay(buyer, buyer.account, [{ product: listing.id, qty: 2 }])
  expect(await spent()).toBe(20_00)
  now = new Date(now.getTime() + 9 * MINUTE)
  await piazza.pay(buyer, buyer.account, both)
  expect(await spent()).toBe(20_00)
  now = new Date(now.getTime() + 2 * MINUTE)
  await piazza.pay(buyer, buyer.account, both)
  expect(await spent()).toBe(30_00)
  await piazza.pay(buyer, buyer.account, both, 'uno')
  await piazza.pay(buyer, buyer.account, both, 'due')
  expect(await spent()).toBe(50_00)
  now = new Date(now.getTime() + 90 * MINUTE)
  await piazza.pay(buyer, buyer.account, both, 'uno')
  expect(await spent()).toBe(50_00)
  const differs = await piazza.pay(buyer, buyer.account, [item], 'uno')
  expect(differs).toMatchObject({ http: 409, message: MESSAGES.idempotencyKeyReused })
})

test('a member can pay only from their own wallet', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  for (const account of [seller.account, `0x${'1'.repeat(40)}`, '']) {
    const refused = await piazza.pay(buyer, account, [item])
    expect(refused).toMatchObject({ http: 403, message: ORDER_MESSAGES.notYourWallet })
  }
  const without = await piazza.aMember({ hasAd: true })
  expect(await piazza.pay(without, buyer.account, [item])).toMatchObject({
    http: 404,
    message: MESSAGES.walletNotFound,
  })
  expect(await piazza.pay(buyer, buyer.account.toLowerCase(), [item])).toMatchObject({ http: 200 })
  expect(await piazza.transfers(buyer.account)).toHaveLength(1)
})

test('items that cannot be ordered cannot be paid', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1 })
  const refused = async (by: typeof buyer, items = [item]) => {
    const { http, message } = await piazza.pay(by, by.account, items)
    return [http, message]
  }
  const gift = await piazza.aListing({ by: seller, section: 'dono' })
  const foreign = await piazza.aListing()
  const one = (id: string) => ({ product: id, qty: 1 })
  expect(await refused(seller)).toEqual([403, ORDER_MESSAGES.ownListing])
  expect(await refused(buyer, [one(gift.id)])).toEqual([422, ORDER_MESSAGES.nothingToPay])
  expect(await refused(buyer, [one(foreign.id)])).toEqual([409, ORDER_MESSAGES.withoutWallet])
  expect(await refused(buyer, [item, one(foreign.id)])).toEqual([
    422,
    expect.stringMatching(/^Can't Add To Cart. Buy only from .+ in this order$/),
  ])
  expect((await refused(buyer, [{ product: listing.id, qty: 2 }]))[0]).toBe(409)
  await piazza.db.execute(sql`update member set has_ad = false where id = ${buyer.id}`)
  expect(await refused(buyer)).toEqual([403, ORDER_MESSAGES.needsAd])
  expect(await piazza.transfers(buyer.account)).toEqual([])
})

test('a balance too low is refused, nothing is paid, and the same key can be used again', async () => {
  const piazza = await anOwnPiazzaWithChain()
  const { buyer, item } = await piazza.aFundedBuyerAndListing({}, 499)
  expect(await piazza.pay(buyer, buyer.account, [item], 'una')).toMatchObject({
    http: 409,
    message: MESSAGES.insufficientBalance,
  })
  expect(await piazza.db.query(sql`select from payment`)).toHaveLength(0)
  await piazza.give(buyer.account, 1)
  expect(await piazza.pay(buyer, buyer.account, [item], 'una')).toMatchObject({ http: 200, amount: 5 })
})

test('of two concurrent payments with VAL for one, one is made; the other fails and its key can be used again', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, item } = await piazza.aFundedBuyerAndListing({}, 700)
  const answers = await Promise.all(['una', 'altra'].map((key) => piazza.pay(buyer, buyer.account, [item], key)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(2_00)
  await piazza.give(buyer.account, 500)
  const again = await Promise.all(['una', 'altra'].map((key) => piazza.pay(buyer, buyer.account, [item], key)))
  expect(again.map(({ http }) => http)).toEqual([200, 200])
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(2_00)
})

test('a payment is linked to one order for the same items', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, listing, item } = await piazza.aFundedBuyerAndListing()
  const admin = await piazza.aMember({ isAdmin: true })
  const placed = async (qty = 1) => (await piazza.place(buyer, [{ product: listing.id, qty }])).order
  await piazza.pay(buyer, buyer.account, [item], 'una')
  expect((await placed(2)).payment).toBeNull()
  const first = await placed()
  expect(first.payment).toMatchObject({ status: 'confirmed', amount: 5 })
  expect((await placed()).payment).toBeNull()
  expect((await piazza.see(seller, first._id)).payment).toMatchObject({ amount: 5 })
  expect(await piazza.step(admin, 'remove', first._id)).toMatchObject({ status: 409 })
})
