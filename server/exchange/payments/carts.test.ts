import { expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { ORDER_MESSAGES, totalChanged } from '#domain/exchange/order-messages.ts'
import type { ThreadList } from '#domain/talk/threads.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone, plannedJobsDone } from '#test/jobs-done.ts'
import { untilWaiting } from '#test/lock-waits.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const MINUTE = 60_000

/** A server whose clock can be set forward. */
const aPiazzaWithJobs = async () => {
  let ahead = 0
  const piazza = await aPiazzaWithChain({ clock: () => new Date(Date.now() + ahead) })
  const { db } = piazza
  return {
    ...piazza,
    stockOf: async (id: string) =>
      (await db.first<{ stock: number }>(sql`select stock from listing where id = ${id}`))?.stock,
    ordersOf: async (by: { token: string }) =>
      (await piazza.call('GET', '/api/orders/mine', { token: by.token })).body as {
        _id: string
        shippingAddress: object | null
        orderItems: object[]
        totalPriceVal: number
        payment: object | null
      }[],
    setClock(minutesAhead: number) {
      ahead = minutesAhead * MINUTE
    },
    /** Sets the clock forward and runs the job twice at the same time. */
    async later(minutes: number) {
      ahead += minutes * MINUTE
      await Promise.all([jobs.add(db, 'place-paid-orders', {}), jobs.add(db, 'place-paid-orders', {})])
      await jobsDone(db, 'place-paid-orders')
    },
  }
}

test('of two who pay for the last piece one succeeds; the other keeps the VAL, and a third cannot order it', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1 })
  const [other, third] = [await piazza.aMemberWithWallet(), await piazza.aMemberWithWallet()]
  const answers = await Promise.all([buyer, other].map((by) => piazza.pay(by, by.account, [item])))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const balances = await Promise.all([buyer, other].map(({ account }) => piazza.chain.balanceOf(account)))
  expect(balances.toSorted()).toEqual([100_00, 95_00].toSorted())
  expect(await piazza.stockOf(listing.id)).toBe(0)
  expect(await piazza.place(third, [item])).toMatchObject({ status: 409 })
  const payer = answers[0]?.http === 200 ? buyer : other
  expect(await piazza.place(payer, [item], { key: 'una' })).toMatchObject({ status: 200, order: { state: 'agreed' } })
  expect(await piazza.place(payer, [item], { key: 'una' })).toMatchObject({ status: 200 })
  expect(await piazza.ordersOf(payer)).toHaveLength(1)
  expect(await piazza.stockOf(listing.id)).toBe(0)
})

test('requesters without an answer are told when a paid cart takes the last piece', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1 })
  const waiting = await piazza.aMemberWithWallet()
  const { order } = await piazza.place(waiting, [item])
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.place(buyer, [item])
  await plannedJobsDone(piazza.db, 'tell-waiting')
  const subjects = (await mailsTo(piazza.db, waiting.email)).map(({ subject }) => subject)
  expect(subjects.at(-1)).toContain(`«${listing.name}» per ora è andato a un’altra persona`)
  expect(await piazza.see(waiting, order._id)).toMatchObject({ state: 'sent' })
})

test('a payment whose request is never sent becomes one order at the prices paid, and both are mailed', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 2, name: 'Bicicletta' })
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.later(14)
  expect(await piazza.ordersOf(buyer)).toEqual([])
  await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })
  await piazza.later(2)
  await piazza.later(30)
  const [order, ...others] = await piazza.ordersOf(buyer)
  expect(others).toEqual([])
  expect(order).toMatchObject({
    shippingAddress: null,
    totalPriceVal: 5,
    payment: { status: 'confirmed', amount: 5, returned: false },
    orderItems: [{ name: 'Bicicletta', product: null, qty: 1, priceVal: 5 }],
  })
  for (const { email } of [buyer, seller]) {
    // The payer may have the receipt of the payment already.
    const mails = (await mailsTo(piazza.db, email)).filter(({ text }) => !text.includes('Hai mandato 5 VAL'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/(ha|Hai) trasferito 5 VAL/)
  }
  expect(await piazza.unclaimed(buyer)).toEqual([])
})

test('a payment made while the clock was a day ahead becomes an order as soon as the clock is right', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item } = await piazza.aFundedBuyerAndListing()
  await piazza.later(24 * 60)
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.later(-24 * 60)
  expect(await piazza.ordersOf(buyer)).toMatchObject([{ payment: { status: 'confirmed' } }])
})

test('a request sent after the order was made completes that order, and the owner is told where to deliver', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 3, name: 'Pane' })
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.later(16)
  const { order } = await piazza.place(buyer, [item], { body: { message: 'Suona al secondo piano.' } })
  expect(await piazza.ordersOf(buyer)).toMatchObject([{ _id: order._id, shippingAddress: { city: 'Torino' } }])
  const [, told, ...others] = await mailsTo(piazza.db, seller.email)
  expect(others).toEqual([])
  expect(told?.subject).toContain('ti dice dove consegnare')
  expect(told?.text).toContain('ha completato la richiesta per «Pane»')
  expect(told?.text).toContain('ti scrive:\nSuona al secondo piano.')
  expect(told?.text).toContain('Consegna:\nRosa Bianchi\nVia Roma 1\n10100 Torino, Italia')
  const threads = (await piazza.call('GET', '/api/threads', { token: seller.token })).body as ThreadList
  expect(threads).toMatchObject({
    threads: [{ order: order._id, last: { from: buyer.id, text: 'Suona al secondo piano.' } }],
    unread: 1,
  })
  expect(await piazza.stockOf(listing.id)).toBe(2)
  // The next request for the same items is a new one.
  expect((await piazza.place(buyer, [item])).order).toMatchObject({ payment: null })
  expect(await piazza.ordersOf(buyer)).toHaveLength(2)
})

test('a request for the same things after the order was delivered is a new one', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 3 })
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.later(16)
  const [paid] = await piazza.ordersOf(buyer)
  await piazza.call('PUT', `/api/orders/${paid?._id}/pay`, { token: seller.token })
  const delivered = await piazza.call('PUT', `/api/orders/${paid?._id}/deliver`, { token: buyer.token })
  expect(delivered.status).toBe(200)
  const { order } = await piazza.place(buyer, [item])
  expect(order).toMatchObject({ payment: null, isDelivered: false, state: 'sent' })
  expect(await piazza.ordersOf(buyer)).toHaveLength(2)
  expect(await piazza.stockOf(listing.id)).toBe(2)
})

test('a request sent again with its key returns the order that was made before it', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 3 })
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.later(16)
  const answers = [await piazza.place(buyer, [item], { key: 'una' }), await piazza.place(buyer, [item], { key: 'una' })]
  const [order] = await piazza.ordersOf(buyer)
  expect(answers.map(({ order: { _id } }) => _id)).toEqual([order?._id, order?._id])
  expect(await piazza.ordersOf(buyer)).toHaveLength(1)
  expect(await piazza.stockOf(listing.id)).toBe(2)
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(2)
})

test('a request sent twice at once for items that were paid twice is one order', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item } = await piazza.aFundedBuyerAndListing({ stock: 3 })
  for (const key of ['una', 'altra']) await piazza.pay(buyer, buyer.account, [item], key)
  const answers = await Promise.all([1, 2, 3].map(() => piazza.place(buyer, [item], { key: 'una' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ order }) => order._id)).size).toBe(1)
  await piazza.later(16)
  expect(await piazza.ordersOf(buyer)).toHaveLength(2)
})

test('the order has the prices that were paid, whatever the listing says now', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1 })
  await piazza.pay(buyer, buyer.account, [item], 'una', { val: 5, euro: 0 })
  await piazza.db.execute(sql`update listing set price_val = 9500, paused = true where id = ${listing.id}`)
  const { order } = await piazza.place(buyer, [item], { body: { expected: { val: 95, euro: 0 } } })
  expect(order).toMatchObject({ totalPriceVal: 5, payment: { amount: 5 } })
})

test('a transfer that fails puts the stock back once, whether the payer asks again or not', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 5 }, 700)
  const keys = ['una', 'altra', 'terza']
  const answers = await Promise.all(keys.map((key) => piazza.pay(buyer, buyer.account, [item], key)))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  await piazza.later(0)
  expect(await piazza.stockOf(listing.id)).toBe(4)
  await piazza.later(16)
  expect(await piazza.stockOf(listing.id)).toBe(4)
  expect(await piazza.ordersOf(buyer)).toHaveLength(1)
})

test('who has left the page of a payment for a cart is told once that it has failed', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item } = await piazza.aFundedBuyerAndListing()
  await piazza.pay(buyer, buyer.account, [item])
  await piazza.db.execute(sql`
    update chain_transaction set state = 'failed', failure = 'Non ci sono abbastanza VAL.'
    where id = (select transfer_id from payment where payer_id = ${buyer.id})`)
  const told = async () =>
    (await mailsTo(piazza.db, buyer.email)).filter(({ subject }) => subject.endsWith('non è riuscito'))
  await piazza.later(0)
  expect((await told()).map(({ text }) => text)).toEqual([expect.stringContaining('la richiesta non è partita')])
  await piazza.later(16)
  expect(await told()).toHaveLength(1)
  expect(await piazza.ordersOf(buyer)).toEqual([])
})

test('totals other than those shown are refused with the new total, and nothing moves', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1, priceVal: 95_00 })
  await piazza.db.execute(sql`update listing set price_euro = 250 where id = ${listing.id}`)
  const refusal = totalChanged('95 VAL + 2,50 €')
  for (const expected of [
    { val: 1, euro: 2.5 },
    { val: 95, euro: 0 },
  ]) {
    expect(await piazza.pay(buyer, buyer.account, [item], 'una', expected)).toMatchObject({
      http: 409,
      message: refusal,
    })
    expect(await piazza.place(buyer, [item], { body: { expected } })).toMatchObject({ status: 409, message: refusal })
  }
  expect(await piazza.transfers(buyer.account)).toEqual([])
  expect(await piazza.stockOf(listing.id)).toBe(1)
  const expected = { val: 95, euro: 2.5 }
  expect(await piazza.pay(buyer, buyer.account, [item], 'una', expected)).toMatchObject({ http: 200, amount: 95 })
})

test('a member who answers a cerco cannot pay, and is told that its owner pays', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, item } = await piazza.aFundedBuyerAndListing({ section: 'cerco' })
  expect(await piazza.pay(buyer, buyer.account, [item])).toMatchObject({ http: 422, message: ORDER_MESSAGES.ownerPays })
  expect(await piazza.transfers(buyer.account)).toEqual([])
})

test('nobody leaves while a payment waits for its request, also by a clock that is ahead; then its VAL go back', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  await piazza.pay(buyer, buyer.account, [item])
  const { token } = await piazza.aMember({ isAdmin: true })
  const leave = () => piazza.call('DELETE', `/api/users/${seller.id}`, { token })
  piazza.setClock(30 * 60)
  expect(await leave()).toMatchObject({ status: 409, body: { message: ACCOUNT_MESSAGES.transferOpen } })
  piazza.setClock(0)
  await piazza.later(16)
  await expect.poll(async () => (await leave()).status).toBe(200)
  expect(await piazza.ordersOf(buyer)).toMatchObject([{ state: 'closed' }])
  await expect.poll(() => piazza.chain.balanceOf(buyer.account)).toBe(100_00)
})

test('nobody pays an account that is being deleted', async () => {
  const piazza = await aPiazzaWithJobs()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  const deletion = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const deleting = piazza.db.transaction(async (tx) => {
    await tx.execute(sql`select from member where id = ${seller.id} for update`)
    locked.resolve()
    await deletion.promise
    await tx.execute(
      sql`update member set deleted_at = now(), account = null, account_key = null where id = ${seller.id}`,
    )
  })
  await locked.promise
  const paying = piazza.pay(buyer, buyer.account, [item])
  await untilWaiting(piazza.db, 'key share')
  deletion.resolve()
  await deleting
  expect(await paying).toMatchObject({ http: 409, message: ORDER_MESSAGES.recipientDeleted })
  expect(await piazza.transfers(buyer.account)).toEqual([])
})
