import { expect, test } from 'vitest'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { answerTo, ask, send } from '#test/transfer-calls.ts'

const setUp = async (options?: Parameters<typeof aPiazza>[0]) => {
  const piazza = await aPiazza(options)
  const block = (by: { token: string }, other: { id: string }) =>
    piazza.call('PUT', `/api/blocks/${other.id}`, { token: by.token })
  const unblock = (by: { token: string }, other: { id: string }) =>
    piazza.call('DELETE', `/api/blocks/${other.id}`, { token: by.token })
  const blocksOf = async (by: { token: string }) =>
    ((await piazza.call('GET', '/api/blocks', { token: by.token })).body as { blocks: { _id: string }[] }).blocks
  return { ...piazza, ...orderCalls(piazza), block, unblock, blocksOf }
}

test('blocked members cannot send each other a request, and get the answer for a listing that is not there', async () => {
  const piazza = await setUp()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  expect((await piazza.block(seller, buyer)).status).toBe(200)
  const refused = await piazza.place(buyer, [item])
  const { id } = await piazza.aListing({ paused: true })
  const absent = await piazza.place(buyer, [{ product: id, qty: 1 }])
  expect(refused).toEqual(absent)
  expect(refused.status).toBe(404)
  expect(await mailsTo(piazza.db, seller.email)).toEqual([])
  expect(await mailsTo(piazza.db, buyer.email)).toEqual([])
  await piazza.unblock(seller, buyer)
  expect((await piazza.place(buyer, [item])).status).toBe(200)
})

test('no VAL pass between blocked members, by cart, open order, payment link or an earlier VAL request', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  const { order } = await piazza.place(buyer, [item])
  await piazza.step(seller, 'accept', order._id)
  const asked = await ask(piazza, seller, { from: buyer.username, amount: 1 })
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token })
  const balance = async () => (await piazza.call('GET', '/api/wallet', { token: buyer.token })).body
  const before = await balance()
  const { id: absent } = await piazza.aListing({ paused: true })
  const missing = await piazza.pay(buyer, buyer.account, [{ product: absent, qty: 1 }])
  const paid = await piazza.pay(buyer, buyer.account, [item])
  expect(paid).toEqual(missing)
  expect(paid.http).toBe(404)
  expect((await piazza.transfer(buyer, order._id)).http).toBe(409)
  // Pages of payment links call this route.
  const recipient = await piazza.call('GET', `/api/wallet/recipients/${seller.username}`, { token: buyer.token })
  const nobody = await piazza.call('GET', '/api/wallet/recipients/NESSUNO', { token: buyer.token })
  expect([recipient.status, recipient.body]).toEqual([404, nobody.body])
  for (const to of [seller.username, seller.account])
    expect((await send(piazza, buyer, { to, amount: 1 })).http).toBe(422)
  expect((await ask(piazza, buyer, { from: seller.username, amount: 1 })).http).toBe(422)
  expect((await answerTo(piazza, buyer, asked._id, 'pay')).http).toBe(409)
  expect(await piazza.transfers(buyer.account)).toEqual([])
  expect(await balance()).toEqual(before)
  await piazza.call('DELETE', `/api/blocks/${buyer.id}`, { token: seller.token })
  expect((await piazza.transfer(buyer, order._id)).http).toBe(200)
  expect((await answerTo(piazza, buyer, asked._id, 'pay')).http, 'what was asked before stays ended').toBe(409)
})

test('a block holds in both directions, and only the one who made it sees it', async () => {
  const piazza = await setUp()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  await piazza.block(buyer, seller)
  await piazza.block(buyer, seller)
  expect((await piazza.place(buyer, [item])).status).toBe(404)
  expect(await piazza.blocksOf(buyer)).toMatchObject([{ _id: seller.id, username: seller.username }])
  expect(await piazza.blocksOf(seller)).toEqual([])
  // The blocked member cannot remove the block.
  await piazza.unblock(seller, buyer)
  expect((await piazza.place(buyer, [item])).status).toBe(404)
})

test('no mail reaches the other through an open request: second mail, reminder and the reason for closing it', async () => {
  const piazza = await setUp()
  const [buyer, seller] = [await piazza.aMember({ hasAd: true }), await piazza.aMember()]
  const { order } = await piazza.anOrder({ buyer, seller })
  await piazza.block(seller, buyer)
  const { token } = buyer
  const mailing = { token, body: { order: order.id, emailBody: 'Rispondimi subito' } }
  expect(await piazza.call('POST', '/api/orders/mailing', mailing)).toMatchObject({
    status: 200,
    body: { resp_code: 0 },
  })
  const reminder = await piazza.call('POST', '/api/orders/notifications/', { token, body: { _id: order.id } })
  expect(reminder).toMatchObject({ status: 200, body: { resp_code: 0 } })
  expect(await mailsTo(piazza.db, seller.email)).toEqual([])
  const closed = await piazza.call('POST', `/api/orders/${order.id}/cancel`, { token, body: { reason: 'Ti trovo' } })
  expect(closed.status).toBe(200)
  const mails = await mailsTo(piazza.db, seller.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).not.toContain('Ti trovo')
  expect(JSON.stringify(await piazza.see(seller, order.id))).not.toContain('Ti trovo')
})

test('a request in which VAL have moved stays open to messages, second mail and reminder until it ends', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  const { order } = await piazza.place(buyer, [item])
  const post = (by: { token: string }, path: string, body: object) =>
    piazza.call('POST', path, { token: by.token, body })
  const { _id: thread } = (await post(buyer, '/api/threads', { order: order._id })).body as { _id: string }
  const write = (by: { token: string }) => post(by, `/api/threads/${thread}/messages`, { text: 'Dove sei?' })
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token })
  const refused = { status: 409, body: { message: THREAD_MESSAGES.recipientUnreachable } }
  for (const by of [buyer, seller]) expect(await write(by)).toMatchObject(refused)

  await piazza.call('DELETE', `/api/blocks/${buyer.id}`, { token: seller.token })
  await piazza.step(seller, 'accept', order._id)
  expect((await piazza.transfer(buyer, order._id)).http).toBe(200)
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token })
  for (const by of [buyer, seller]) expect((await write(by)).status).toBe(200)
  expect((await post(seller, '/api/orders/notifications/', { _id: order._id })).body).toEqual({ resp_code: 2 })
  const mailing = { order: order._id, emailBody: 'Quando arriva?' }
  expect((await post(buyer, '/api/orders/mailing', mailing)).body).toEqual({ resp_code: 2 })

  expect((await piazza.step(seller, 'pay', order._id)).status).toBe(200)
  expect((await write(buyer)).status).toBe(200)
  expect((await piazza.step(buyer, 'deliver', order._id)).status).toBe(200)
  for (const by of [buyer, seller]) expect(await write(by)).toMatchObject(refused)
  const other = await piazza.aListing({ by: seller })
  expect((await post(buyer, '/api/threads', { listing: other.id })).status).toBe(404)
})

test('reviews stay; a blocked member reviews only what was exchanged', async () => {
  const piazza = await setUp()
  const { buyer, seller, listing } = await piazza.anOrder({ state: 'delivered' })
  const other = await piazza.aListing({ by: seller })
  const before = await piazza.aMember()
  await piazza.aReview(listing, { by: before })
  await piazza.block(seller, before)
  await piazza.block(seller, buyer)
  const review = (id: string) =>
    piazza.call('POST', `/api/products/${id}/reviews`, { token: buyer.token, body: { rating: 2, comment: 'Mah' } })
  expect((await review(other.id)).status).toBe(404)
  expect((await review(listing.id)).status).toBe(200)
  const { body } = await piazza.call('GET', `/api/products/${listing.id}`)
  expect((body as { reviews: object[] }).reviews).toHaveLength(2)
})

test('nobody blocks themselves or a member that does not exist', async () => {
  const piazza = await setUp()
  const member = await piazza.aMember()
  expect((await piazza.block(member, member)).status).toBe(422)
  const nobody = { id: '01a1dd19-6ac6-7e41-9831-b41830232d98' }
  expect((await piazza.block(member, nobody)).status).toBe(404)
})

test('a new account sends three requests a day to strangers, six after a finished exchange, with those sent before it', async () => {
  const piazza = await setUp({ env: { RATE_LIMITS: 'on' } })
  const buyer = await piazza.aMember({ hasAd: true })
  const ask = async (seller?: { id: string }) => {
    const listing = await piazza.aListing(seller ? { by: seller } : {})
    return (await piazza.place(buyer, [{ product: listing.id, qty: 1 }])).status
  }
  for (let time = 0; time < 3; time++) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  const { seller } = await piazza.anOrder({ buyer, state: 'delivered' })
  // The limit does not count requests to a member with whom an exchange was finished.
  expect(await ask(seller)).toBe(200)
  for (let time = 0; time < 3; time++) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})
