import { expect, test } from 'vitest'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { ORDER_STATES, type OrderState } from '#domain/exchange/orders.ts'
import { canTakeStep, STEPS } from '#domain/exchange/steps.ts'
import { KINDS } from '#domain/market/kinds.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza, type Piazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls, type SignedInMember, STEP_CALLS } from '#test/order-calls.ts'

const possible = (kind: Section, state: OrderState): boolean => {
  if (state === 'paid') return KINDS[kind].payer !== null
  return state === 'delivered' || state === 'concluded' ? KINDS[kind].end === state : true
}

const stateAfter = (step: keyof typeof STEP_CALLS, { payer, state }: OrderView): OrderState => {
  if (step === 'undoDeliver') return payer ? 'paid' : 'agreed'
  return (STEPS[step] as { to?: OrderState }).to ?? state
}

const aPiazzaWithOrders = async (begun?: Piazza) => {
  const piazza = begun ?? (await aPiazza())
  const steps = orderCalls(piazza)
  const stockOf = async ({ id }: { id: string }) =>
    (await piazza.db.query(sql`select stock from listing where id = ${id}`))[0]?.stock
  const placed = async (options: Parameters<typeof aBuyerAndListing>[1] = {}) => {
    const offer = await aBuyerAndListing(piazza, { stock: 3, ...options })
    return { ...offer, id: (await steps.place(offer.buyer, [offer.item])).order._id }
  }
  return { ...piazza, ...steps, stockOf, placed }
}

const MOST_COMMON: readonly string[] = ['offro']

for (const kind of SECTIONS)
  test(`of all roles, states and steps of a request about ${kind}, only the allowed ones succeed, and lead to the state of the table`, {
    tags: MOST_COMMON.includes(kind) ? [] : 'slow',
    timeout: 300_000,
  }, async () => {
    const piazza = await aPiazzaWithOrders(await anOwnPiazza({ env: { RATE_LIMITS: 'off' } }))
    const [stranger, admin] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
    const states = ORDER_STATES.filter((state) => possible(kind, state))
    for (const state of states) {
      const anotherRequest = () => piazza.anOrder({ kind, state })
      let request = await anotherRequest()
      for (const step of Object.keys(STEP_CALLS) as (keyof typeof STEP_CALLS)[])
        for (const role of ['buyer', 'seller', 'admin', 'stranger'] as const) {
          const { buyer, seller, order } = request
          const by = { buyer, seller, admin, stranger }[role]
          const before = await piazza.see(admin, order.id)
          const isAllowed = canTakeStep(step, before, { id: by.id, isAdmin: role === 'admin' }, new Date())
          const { status } = await piazza.step(by, step, order.id)
          const after = await piazza.see(admin, order.id)
          expect([state, step, role, status === 200]).toEqual([state, step, role, isAllowed])
          if (status !== 200) {
            expect(after).toEqual(before)
            continue
          }
          if (step === 'remove') expect(after.status).toBe(404)
          else {
            expect(after).not.toEqual(before)
            expect([state, step, after.state]).toEqual([state, step, stateAfter(step, before)])
          }
          request = await anotherRequest()
        }
    }
  })

test('an order is paid and then delivered, each once', async () => {
  const { buyer, seller, id, ...piazza } = await aPiazzaWithOrders().then(async (all) => ({
    ...all,
    ...(await all.placed()),
  }))
  expect(await piazza.step(seller, 'pay', id)).toEqual({ status: 200, message: ORDER_MESSAGES.paid })
  const paid = await piazza.see(buyer, id)
  expect(paid).toMatchObject({
    isPaid: true,
    paidAt: expect.stringMatching(/Z$/),
    isDelivered: false,
    deliveredAt: null,
  })
  expect(await piazza.step(seller, 'pay', id)).toEqual({ status: 409, message: ORDER_MESSAGES.alreadyPaid })
  expect(await piazza.step(buyer, 'deliver', id)).toEqual({ status: 200, message: ORDER_MESSAGES.delivered })
  expect(await piazza.see(seller, id)).toMatchObject({ isDelivered: true, paidAt: paid.paidAt })
  expect(await piazza.step(buyer, 'deliver', id)).toEqual({ status: 409, message: ORDER_MESSAGES.alreadyDelivered })
})

test('an agreed order deleted by an admin restores its stock, a paid one cannot be deleted', async () => {
  const piazza = await aPiazzaWithOrders()
  const admin = await piazza.aMember({ isAdmin: true })
  const { buyer, seller, listing, item, id } = await piazza.placed()
  await piazza.step(seller, 'accept', id)
  const sent = await piazza.place(buyer, [item])
  expect(await piazza.step(admin, 'remove', sent.order._id)).toMatchObject({ status: 200 })
  expect(await piazza.stockOf(listing)).toBe(2)
  expect(await piazza.step(admin, 'remove', id)).toEqual({ status: 200, message: ORDER_MESSAGES.removed })
  expect(await piazza.stockOf(listing)).toBe(3)
  expect((await piazza.see(buyer, id)).status).toBe(404)
  const second = await piazza.place(buyer, [{ product: listing.id, qty: 2 }])
  await piazza.step(seller, 'pay', second.order._id)
  expect(await piazza.step(admin, 'remove', second.order._id)).toEqual({
    status: 409,
    message: ORDER_MESSAGES.paidNotRemovable,
  })
  expect(await piazza.stockOf(listing)).toBe(1)
})

test('an order stays when its listing is deleted', async () => {
  const piazza = await aPiazzaWithOrders()
  const { seller, listing, buyer, id } = await piazza.placed({ name: 'Miele' })
  await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.see(buyer, id)).orderItems).toMatchObject([{ name: 'Miele', product: null, qty: 1 }])
  expect((await piazza.step(admin, 'remove', id)).status).toBe(200)
})

test('of concurrent pay and delete requests, exactly one succeeds', async () => {
  const piazza = await aPiazzaWithOrders()
  const admin = await piazza.aMember({ isAdmin: true })
  for (let round = 0; round < 12; round++) {
    const { seller, buyer, listing, id } = await piazza.placed()
    const both = [() => piazza.step(seller, 'pay', id), () => piazza.step(admin, 'remove', id)]
    const [pay, remove] = await Promise.all((round % 2 ? both : both.toReversed()).map((go) => go())).then((answers) =>
      round % 2 ? answers : answers.toReversed(),
    )
    const statuses = [pay?.status, remove?.status]
    const isPaid = pay?.status === 200
    expect(statuses).toEqual(isPaid ? [200, 409] : [404, 200])
    expect((await piazza.see(buyer, id)).status).toBe(isPaid ? 200 : 404)
    expect(await piazza.stockOf(listing)).toBe(isPaid ? 2 : 3)
  }
})

test('concurrent deletions restore the stock once', async () => {
  const piazza = await aPiazzaWithOrders()
  const admin = await piazza.aMember({ isAdmin: true })
  const { seller, listing, id } = await piazza.placed()
  await piazza.step(seller, 'accept', id)
  const answers = await Promise.all(Array.from({ length: 6 }, () => piazza.step(admin, 'remove', id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await piazza.stockOf(listing)).toBe(3)
})

test('buyers and sellers list their own orders, admins all of them, newest first', async () => {
  const piazza = await aPiazzaWithOrders(await anOwnPiazza())
  const { buyer, seller, listing, id } = await piazza.placed()
  const again = (await piazza.place(buyer, [{ product: listing.id, qty: 1 }])).order._id
  const other = await piazza.placed()
  const admin = await piazza.aMember({ isAdmin: true })
  const ids = async (by: SignedInMember, path: string) => {
    const { body, headers } = await piazza.call('GET', path, { token: by.token })
    return { ids: (body as OrderView[]).map(({ _id }) => _id), total: headers.get('x-total-count') }
  }
  expect(await ids(buyer, '/api/orders/mine')).toEqual({ ids: [again, id], total: '2' })
  expect(await ids(seller, '/api/orders/mine')).toEqual({ ids: [], total: '0' })
  expect(await ids(seller, `/api/orders?seller=${seller.id}`)).toEqual({ ids: [again, id], total: '2' })
  expect(await ids(admin, '/api/orders')).toEqual({ ids: [other.id, again, id], total: '3' })
  expect(await ids(admin, `/api/orders?seller=${other.seller.id}`)).toEqual({ ids: [other.id], total: '1' })
  expect(await ids(admin, '/api/orders?pageSize=2&p=2')).toEqual({ ids: [id], total: '3' })
})

test('the buyer’s contact details are on the order’s own page, not in lists', async () => {
  const piazza = await aPiazzaWithOrders()
  const { buyer, seller, id } = await piazza.placed()
  expect((await piazza.see(seller, id)).buyer).toMatchObject({ email: buyer.email })
  const { text, headers } = await piazza.call('GET', `/api/orders?seller=${seller.id}`, { token: seller.token })
  expect(text).not.toContain(buyer.email)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('the buyer can send the seller one second mail, as plain text', async () => {
  const piazza = await aPiazzaWithOrders()
  const { buyer, seller, id } = await piazza.placed()
  const write = (emailBody: unknown, order: unknown = id) =>
    piazza.call('POST', '/api/orders/mailing', { token: buyer.token, body: { buyer: 'X', emailBody, order } })
  for (const body of ['', '  ', 'x'.repeat(2001), 'con \u0000 dentro', 7, null])
    expect((await write(body)).status).toBe(422)
  const message = '<script>alert(1)</script>\nA domani'
  const answers = await Promise.all([write(message), write(message, { _id: id }), write(message)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ resp_code: 2 })
  const mails = await mailsTo(piazza.db, seller.email)
  expect(mails).toHaveLength(2)
  expect(mails[1]?.text).toContain(message)
  expect(mails[1]?.html).not.toContain('<script>')
  expect(mails[1]?.headers).toMatchObject({ 'Reply-To': expect.stringMatching(/^risposte\+[0-9a-f]{32}@localhost$/) })
  expect((await piazza.see(buyer, id)).secondMailSent).toBe(true)
})

test('each party can remind the other of an order, once', async () => {
  const piazza = await aPiazzaWithOrders()
  const { buyer, seller, id } = await piazza.placed()
  const order = await piazza.see(buyer, id)
  const notify = (by: SignedInMember) =>
    piazza.call('POST', '/api/orders/notifications/', { token: by.token, body: order })
  expect((await notify(seller)).body).toEqual({ resp_code: 2 })
  expect((await notify(seller)).body).toEqual({ resp_code: 1 })
  expect((await piazza.see(seller, id)).notified).toBe(true)
  expect((await piazza.see(buyer, id)).notified).toBe(false)
  expect((await notify(buyer)).body).toEqual({ resp_code: 2 })
  expect((await notify(buyer)).body).toEqual({ resp_code: 1 })
  expect((await mailsTo(piazza.db, buyer.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Richiesta inviata'),
    `Bottega ${seller.username} ti ricorda la vostra richiesta: ${order.orderItems[0]?.name}`,
  ])
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(2)
})

test.each([
  ['closed', ORDER_MESSAGES.alreadyCancelled],
  ['expired', ORDER_MESSAGES.alreadyExpired],
] as const)('nobody is written to or reminded about a request that is %s', async (state, refusal) => {
  const piazza = await aPiazzaWithOrders()
  const [buyer, seller] = [await piazza.aMember({ hasAd: true }), await piazza.aMember()]
  const { order } = await piazza.anOrder({ buyer, seller, state })
  const mails = async () => [await mailsTo(piazza.db, buyer.email), await mailsTo(piazza.db, seller.email)]
  const { token } = buyer
  const answers = [
    await piazza.call('POST', '/api/orders/notifications/', { token: seller.token, body: { _id: order.id } }),
    await piazza.call('POST', '/api/orders/mailing', { token, body: { emailBody: 'A domani', order: order.id } }),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([409, { message: refusal }])
  expect(await mails()).toEqual([[], []])
})

test('a request of two listings waits for a review until both are reviewed, also one reviewed before', async () => {
  const piazza = await aPiazza()
  const { seller, buyer, item, listing } = await aBuyerAndListing(piazza)
  const other = await piazza.aListing({ by: seller })
  await piazza.aReview(listing, { by: { ...buyer, username: 'ROSA' } })
  const calls = orderCalls(piazza)
  const { order } = await calls.place(buyer, [item, { product: other.id, qty: 1 }])
  const seen = async () => {
    const { reviewedAt, orderItems } = await calls.see(buyer, order._id)
    return { isReviewed: reviewedAt !== null, items: orderItems.map(({ reviewed }) => reviewed) }
  }
  expect(await seen()).toEqual({ isReviewed: false, items: [true, false] })
  await piazza.aReview(other, { by: { ...buyer, username: 'ROSA' } })
  expect(await seen()).toEqual({ isReviewed: true, items: [true, true] })
})
