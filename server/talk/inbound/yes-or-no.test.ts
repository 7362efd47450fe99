import { expect, test } from 'vitest'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { aPiazzaWithReplies, replyToIn } from '#test/mail-in.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, SHIPPING_ADDRESS } from '#test/order-calls.ts'

/** A request that its owner has been mailed. */
const aRequest = async () => {
  const piazza = await aPiazzaWithReplies()
  const { seller, buyer, listing } = await aBuyerAndListing(piazza, { name: 'Pane', priceVal: 300 })
  const body = { orderItems: [{ product: listing.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS }
  const placed = await piazza.call('POST', '/api/orders', { token: buyer.token, body })
  const { _id: id } = (placed.body as { order: OrderView }).order
  const mail = (await mailsTo(piazza.db, seller.email)).at(-1)
  const order = async () => (await piazza.call('GET', `/api/orders/${id}`, { token: seller.token })).body as OrderView
  const link = async () => (await mailsTo(piazza.db, seller.email)).at(-1)?.text.match(/\/risposta\/(\S+)/)?.[1] ?? ''
  const confirm = async (body: object) => piazza.call('POST', `/api/replies/${await link()}`, { body })
  return { ...piazza, seller, buyer, mail, to: replyToIn(mail), from: seller.email, order, link, confirm, listing }
}

test('«sì» to a new request accepts it only once the link is confirmed, at the terms that the page shows', async () => {
  const { answer, mail, to, from, order, link, confirm, call, buyer, db } = await aRequest()
  expect(mail?.text).toContain('basta rispondere «sì» o «no»')
  const copy = (await mailsTo(db, buyer.email))[0]
  expect(replyToIn(copy)).toMatch(/^risposte\+[0-9a-f]{32}@localhost$/)
  expect(replyToIn(copy)).not.toBe(to)
  expect(await answer('Sì!', { from, to })).toBe('asked')
  expect(await order()).toMatchObject({ state: 'sent' })
  expect((await mailsTo(db, from)).at(-1)).toMatchObject({ subject: expect.stringContaining('Conferma il tuo «sì»') })
  const { body } = await call('GET', `/api/replies/${await link()}`)
  expect(body).toMatchObject({ act: 'accept', title: 'Pane', terms: { val: 3, euro: 0 } })
  expect(await order()).toMatchObject({ state: 'sent' })
  expect((await confirm({ terms: { val: 2, euro: 0 } })).status).toBe(409)
  expect((await confirm({})).status).toBe(400)
  expect((await confirm({ terms: { val: 3, euro: 0 } })).status).toBe(200)
  expect(await order()).toMatchObject({ state: 'agreed' })
  expect((await confirm({ terms: { val: 3, euro: 0 } })).status).toBe(404)
  expect((await mailsTo(db, buyer.email)).length).toBeGreaterThan(1)
})

test('«no» to a new request closes it only once the link is confirmed; afterwards a «no» is a message', async () => {
  const { answer, to, from, order, confirm, seller, call } = await aRequest()
  expect(await answer('No, grazie.\n\n> Ciao\n', { from, to })).toBe('asked')
  expect(await order()).toMatchObject({ state: 'sent' })
  expect((await confirm({})).status).toBe(200)
  expect(await order()).toMatchObject({ state: 'closed' })
  expect(await answer('No', { from, to })).toBe('posted')
  const { body } = await call('GET', '/api/threads', { token: seller.token })
  expect(body).toMatchObject({ threads: [{ last: { text: 'No' } }] })
})

test('other words about a new request are a message, and its author is not asked', async () => {
  const { answer, to, from, order, call, buyer } = await aRequest()
  expect(await answer('Sì, ma solo domani.', { from, to })).toBe('posted')
  expect(await order()).toMatchObject({ state: 'sent' })
  const { body } = await call('GET', '/api/threads', { token: buyer.token })
  expect(body).toMatchObject({ threads: [{ last: { text: 'Sì, ma solo domani.' } }] })
})
