import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls, SHIPPING_ADDRESS } from '#test/order-calls.ts'

const aPiazzaForOrders = async () => {
  const piazza = await aPiazza()
  const stockOf = async ({ id }: { id: string }) =>
    (await piazza.db.query(sql`select stock from listing where id = ${id}`))[0]?.stock
  const countOrders = async ({ id }: { id: string }) =>
    (await piazza.db.query(sql`select from order_item where listing_id = ${id}`)).length
  const calls = orderCalls(piazza)
  return {
    ...piazza,
    ...calls,
    stockOf,
    countOrders,
    /** Retries with the same key while the server responds 503 because it is busy. */
    placeUntilAnswered: (...[by, items]: Parameters<typeof calls.place>) =>
      retryOn503(() => calls.place(by, items, { key: 'una' })),
    offer: (options = {}) => aBuyerAndListing(piazza, options),
  }
}

test('the server computes prices, totals, seller and fee, whatever the body says', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, listing } = await piazza.offer({ name: 'Pane', priceVal: 250, stock: 5 })
  await piazza.db.execute(
    sql`update listing set price_euro = 199, images = '{/uploads/a.webp}' where id = ${listing.id}`,
  )
  const { status, order } = await piazza.place(buyer, [{ product: listing.id, qty: 3 }], {
    body: { seller: buyer.id, totalPriceVal: 0, itemsPriceVal: 0, shippingPrice: 0, isPaid: true, user: seller.id },
  })
  expect(status).toBe(200)
  expect(order).toMatchObject({
    user: { _id: buyer.id, name: buyer.username },
    seller: seller.id,
    sellerName: `Bottega ${seller.username}`,
    buyer: { name: buyer.username, email: buyer.email },
    shippingAddress: { ...SHIPPING_ADDRESS, country: 'Italia' },
    orderItems: [
      { name: 'Pane', image: '/uploads/a.webp', product: listing.id, qty: 3, priceVal: 2.5, priceEuro: 1.99 },
    ],
    paymentMethod: 'Concordato',
    itemsPriceVal: 7.5,
    itemsPriceEuro: 5.97,
    shippingPrice: 10,
    totalPriceVal: 7.5,
    totalPriceEuro: 5.97,
    isPaid: false,
    isDelivered: false,
    payment: null,
    secondMailSent: false,
    notified: false,
    state: 'sent',
    terms: { val: 7.5, euro: 5.97, by: buyer.id },
    turn: seller.id,
  })
  expect(await piazza.stockOf(listing)).toBe(5)
})

test('above 100 euro shipping costs nothing', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, listing } = await piazza.offer({ stock: 2 })
  await piazza.db.execute(sql`update listing set price_euro = 5001 where id = ${listing.id}`)
  expect((await piazza.place(buyer, [{ product: listing.id, qty: 1 }])).order.shippingPrice).toBe(10)
  await piazza.db.execute(sql`update listing set price_euro = 10001 where id = ${listing.id}`)
  expect((await piazza.place(buyer, [{ product: listing.id, qty: 1 }])).order.shippingPrice).toBe(0)
})

test('services need no address and no stock', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, item, listing } = await piazza.offer({ isService: true, stock: 0 })
  const { status, order } = await piazza.place(buyer, [item], { body: { shippingAddress: null } })
  expect(status).toBe(200)
  expect(order).toMatchObject({ shippingAddress: null, shippingPrice: 0, totalPriceVal: 5 })
  expect(await piazza.step(seller, 'accept', order._id)).toMatchObject({ status: 200 })
  expect(await piazza.stockOf(listing)).toBe(0)
})

test('listings without a price cost nothing', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, item } = await piazza.offer({ section: 'avviso', priceVal: 900, stock: 0 })
  const gift = await piazza.aListing({ by: seller, section: 'dono', stock: 1 })
  for (const requested of [item, { product: gift.id, qty: 1 }]) {
    const { order } = await piazza.place(buyer, [requested])
    expect(order).toMatchObject({ totalPriceVal: 0, totalPriceEuro: 0, payer: null, orderItems: [{ priceVal: 0 }] })
    expect(order.terms).toMatchObject({ val: 0, euro: 0 })
  }
})

test('the same listing twice is one item', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, listing } = await piazza.offer({ stock: 5 })
  const twice = [
    { product: listing.id, qty: 1 },
    { product: listing.id.toUpperCase(), qty: 2 },
  ]
  expect((await piazza.place(buyer, twice)).order.orderItems).toMatchObject([{ qty: 3 }])
})

test('an order that breaks a rule is refused, and no stock is taken', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, listing, item } = await piazza.offer({ name: 'Miele', stock: 2 })
  const other = await piazza.aListing()
  const service = await piazza.aListing({ by: seller, isService: true })
  const paused = await piazza.aListing({ by: seller, paused: true })
  const expired = await piazza.aListing({ by: seller, expiresAt: new Date(Date.now() - 1) })
  const draft = await piazza.aListing({ by: seller, name: 'Annunci# 1' })
  const withoutAd = await piazza.aMember()
  const sellerWithAd = { ...seller }
  await piazza.db.execute(sql`update member set has_ad = true where id = ${seller.id}`)
  const refused = async (...[by, items, more]: Parameters<typeof piazza.place>) => {
    const { status, message } = await piazza.place(by, items, more)
    return [status, message]
  }
  const one = (id: string) => [{ product: id, qty: 1 }]
  expect(await refused(withoutAd, [item])).toEqual([403, ORDER_MESSAGES.needsAd])
  expect(await refused(sellerWithAd, [item])).toEqual([403, ORDER_MESSAGES.ownListing])
  expect(await refused(buyer, [item, ...one(other.id)])).toEqual([
    422,
    expect.stringMatching(/^Can't Add To Cart. Buy only from .+ in this order$/),
  ])
  expect(await refused(buyer, [{ product: listing.id, qty: 3 }])).toEqual([409, 'Di «Miele» ne restano solo 2.'])
  expect(await refused(buyer, [{ product: service.id, qty: 2 }])).toEqual([422, ORDER_MESSAGES.oneAtATime])
  for (const { id } of [paused, expired, draft]) {
    expect(await refused(buyer, one(id))).toEqual([404, ORDER_MESSAGES.listingUnavailable])
  }
  expect(await refused(buyer, one('01a1dd19-6ac6-7e41-9831-b41830232d98'))).toEqual([
    404,
    ORDER_MESSAGES.listingUnavailable,
  ])
  for (const shippingAddress of [null, undefined, {}]) {
    expect(await refused(buyer, [item], { body: { shippingAddress } })).toEqual([422, ORDER_MESSAGES.addressRequired])
  }
  const broken = { ...SHIPPING_ADDRESS, city: ' ' }
  expect((await refused(buyer, [item], { body: { shippingAddress: broken } }))[0]).toBe(422)
  const letters = { ...SHIPPING_ADDRESS, phone: 'chiamami' }
  expect((await refused(buyer, [item], { body: { shippingAddress: letters } }))[0]).toBe(422)
  expect(await piazza.stockOf(listing)).toBe(2)
  expect(await piazza.countOrders(listing)).toBe(0)
})

test('a quantity must be a whole number, at least one', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, listing } = await piazza.offer()
  for (const qty of [0, -1, 1.5, Number.NaN, 1e9, '', 'due', null, {}]) {
    expect((await piazza.place(buyer, [{ product: listing.id, qty: qty as number }])).status).toBe(422)
  }
})

test('the seller gets a mail with the items and the buyer’s contact details, the buyer a copy', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, listing } = await piazza.offer({ name: '<b>Pane</b>', stock: 3 })
  await piazza.db.execute(
    sql`update member set name = 'Rosa', surname = 'Bianchi', phone = '333 1234567' where id = ${buyer.id}`,
  )
  await piazza.db.execute(sql`update listing set aux_phone = '011 98765' where id = ${listing.id}`)
  const { order } = await piazza.place(buyer, [{ product: listing.id, qty: 2 }])
  const [toSeller, ...more] = await mailsTo(piazza.db, seller.email)
  expect(more).toEqual([])
  for (const words of [
    'Rosa Bianchi',
    buyer.email,
    '333 1234567',
    '2 × <b>Pane</b>',
    'Via Roma 1',
    `/order/${order._id}`,
  ]) {
    expect(toSeller?.text).toContain(words)
  }
  expect(toSeller?.html).toContain('&lt;b&gt;Pane')
  expect(toSeller?.headers).toMatchObject({ 'Reply-To': expect.stringMatching(/^risposte\+[0-9a-f]{32}@localhost$/) })
  const copies = await mailsTo(piazza.db, buyer.email)
  expect(copies).toHaveLength(1)
  expect(copies[0]?.text).toContain(`Bottega ${seller.username}`)
  expect(copies[0]?.text).toContain('011 98765')
  expect(copies[0]?.text).not.toContain(seller.email)
})

test('concurrent requests with one idempotency key place one order', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, item, listing, seller } = await piazza.offer({ stock: 3 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => piazza.place(buyer, [item], { key: 'una' })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ order }) => order._id)).size).toBe(1)
  expect(await piazza.countOrders(listing)).toBe(1)
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(1)
  expect((await piazza.place(buyer, [item], { key: 'x'.repeat(300) })).status).toBe(400)
})

test('everybody can ask for the last item at once: every owner’s mail is one request, and no stock is taken', async () => {
  const piazza = await aPiazzaForOrders()
  const { item, seller, listing } = await piazza.offer({ name: 'Bici', stock: 1 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => piazza.aMember({ hasAd: true })))
  const answers = await Promise.all(buyers.map((buyer) => piazza.placeUntilAnswered(buyer, [item])))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await piazza.stockOf(listing)).toBe(1)
  expect(await piazza.countOrders(listing)).toBe(20)
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(20)
})

test('concurrent acceptances of requests for the same listings in different sequence do not deadlock', async () => {
  const piazza = await aPiazzaForOrders()
  const { seller, listing: first } = await piazza.offer({ stock: 40 })
  const second = await piazza.aListing({ by: seller, stock: 40 })
  const [there, back] = [
    [first, second],
    [second, first],
  ].map((pair) => pair.map(({ id }) => ({ product: id, qty: 1 })))
  const buyers = await Promise.all(Array.from({ length: 20 }, () => piazza.aMember({ hasAd: true })))
  const placed = await Promise.all(
    buyers.map((buyer, index) => piazza.placeUntilAnswered(buyer, (index % 2 ? there : back) ?? [])),
  )
  expect(placed.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const answers = await Promise.all(
    placed.map(({ order }) => retryOn503(() => piazza.step(seller, 'accept', order._id))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await piazza.stockOf(first)).toBe(20)
  expect(await piazza.stockOf(second)).toBe(20)
})

test('orders concurrent with the deletion of the seller succeed or answer 404, without a deadlock', async () => {
  const piazza = await aPiazzaForOrders()
  const admin = await piazza.aMember({ isAdmin: true })
  const { seller, item } = await piazza.offer({ stock: 40 })
  const buyers = await Promise.all(Array.from({ length: 16 }, () => piazza.aMember({ hasAd: true })))
  const [deleted, ...answers] = await Promise.all([
    piazza.call('DELETE', `/api/users/${seller.id}`, { token: admin.token }),
    ...buyers.map((buyer) => piazza.place(buyer, [item])),
  ])
  expect(deleted?.status).toBe(200)
  const placed = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  // The items of requests that were placed first have lost their listing.
  const orders = await piazza.db.query(sql`select from orders where seller_id = ${seller.id}`)
  expect(orders).toHaveLength(placed.length)
})

test('an unverified member cannot order, and is told to verify', async () => {
  const piazza = await aPiazzaForOrders()
  const { item } = await piazza.offer()
  const unverified = await piazza.aMember({ verified: false })
  expect(await piazza.place(unverified, [item])).toMatchObject({ status: 403, message: MESSAGES.unverified })
})

test('a message comes with the request: on its page for both parties, and in both mails', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, seller, item } = await piazza.offer({ stock: 2 })
  const message = 'Passo sabato alle dieci.\nVa bene <b>davanti</b> al portone?'
  const { order } = await piazza.place(buyer, [item], { body: { message: `  ${message} ` } })
  expect((await piazza.see(seller, order._id)).message).toBe(message)
  expect((await piazza.see(buyer, order._id)).message).toBe(message)
  const admin = await piazza.aMember({ isAdmin: true })
  expect(await piazza.see(admin, order._id)).toMatchObject({ status: 200, message: '' })
  expect((await mailsTo(piazza.db, seller.email))[0]?.text).toContain(`ti scrive:\n${message}`)
  expect((await mailsTo(piazza.db, buyer.email))[0]?.text).toContain(`Il tuo messaggio:\n${message}`)
  const tooLong = await piazza.place(buyer, [item], { body: { message: 'x'.repeat(2001) } })
  expect(tooLong).toMatchObject({ status: 422, message: 'Al massimo 2000 caratteri.' })
})

test('in person no address is asked for, unless the owner only sends', async () => {
  const piazza = await aPiazzaForOrders()
  const { buyer, listing, item } = await piazza.offer({ stock: 2 })
  const { order } = await piazza.place(buyer, [item], { body: { inPerson: true } })
  expect(order).toMatchObject({ shippingAddress: null, shippingPrice: 0 })
  await piazza.db.execute(sql`update listing set delivery = 'posta' where id = ${listing.id}`)
  const refused = await piazza.place(buyer, [item], { body: { shippingAddress: null, inPerson: true } })
  expect(refused).toMatchObject({ status: 422, message: ORDER_MESSAGES.addressRequired })
})
