import { expect, test } from 'vitest'
import type { QueueView } from '#domain/exchange/reservations.schema.ts'
import { RESERVATION_MESSAGES } from '#domain/exchange/reservations.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { aPiazza } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { untilWaiting } from '#test/lock-waits.ts'
import { orderCalls } from '#test/order-calls.ts'

/** A listing with three requests, in this order. */
const threeRequests = async () => {
  const piazza = await aPiazza()
  const calls = orderCalls(piazza)
  const seller = await piazza.aMember()
  const { id } = await piazza.aListing({ by: seller, name: 'Culla', section: 'dono', stock: 5 })
  const requests = []
  for (let index = 0; index < 3; index++) {
    const buyer = await piazza.aMember({ hasAd: true })
    const { order } = await calls.place(buyer, [{ product: id, qty: 1 }])
    requests.push({ buyer, order: order._id })
  }
  const [first, second, third] = requests as [(typeof requests)[0], (typeof requests)[0], (typeof requests)[0]]
  const reserve = (by: { token: string }, order: string, method = 'PUT') =>
    piazza.call(method, `/api/orders/${order}/reserve`, { token: by.token })
  const queue = async ({ buyer, order }: typeof first) =>
    (await piazza.call('GET', `/api/orders/${order}/queue`, { token: buyer.token })).body as QueueView
  const told = async (by: { token: string }) => {
    await jobsDone(piazza.db, 'pass-reservations')
    const { body } = await piazza.call('GET', '/api/notices', { token: by.token })
    return (body as NoticePage).notices.filter(({ kind }) => kind === 'step').map(({ text }) => text)
  }
  const isReserved = async () =>
    ((await piazza.call('GET', `/api/products/${id}`)).body as { reserved: boolean }).reserved
  return { piazza, ...calls, listingId: id, seller, first, second, third, reserve, queue, told, isReserved }
}

test('the owner reserves for one request; the others are told their place and wait in order', async () => {
  const { seller, first, second, third, reserve, queue, told, isReserved } = await threeRequests()
  expect(await queue(first)).toEqual({ state: 'free', place: null, others: 0 })
  expect((await reserve(seller, second.order)).status).toBe(200)
  expect(await isReserved()).toBe(true)
  expect(await told(second.buyer)).toEqual(['«Culla»: è riservato a te'])
  expect(await told(first.buyer)).toEqual(['«Culla» è riservato a un’altra persona: sei al 1º posto in coda'])
  expect(await told(third.buyer)).toEqual(['«Culla» è riservato a un’altra persona: sei al 2º posto in coda'])
  expect(await queue(second)).toEqual({ state: 'this', place: null, others: 0 })
  expect(await queue(third)).toEqual({ state: 'other', place: 2, others: 0 })
  expect(await queue({ buyer: seller as typeof first.buyer, order: second.order })).toMatchObject({ others: 2 })
})

test('a cancelled request passes its reservation to the next one, until none waits', async () => {
  const { seller, first, second, third, reserve, queue, told, isReserved, step } = await threeRequests()
  await reserve(seller, second.order)
  await step(second.buyer, 'cancel', second.order)
  expect((await told(first.buyer))[0]).toBe('«Culla»: è il tuo turno, ora è riservato a te')
  expect((await told(seller))[0]).toBe('«Culla» ora è riservato alla richiesta successiva')
  expect(await queue(third)).toMatchObject({ state: 'other', place: 1 })
  await step(third.buyer, 'cancel', third.order)
  expect(await queue(first)).toMatchObject({ state: 'this' })
  await step(seller, 'cancel', first.order)
  await told(seller)
  expect(await isReserved()).toBe(false)
})

test('only the owner reserves and releases, and only an open request', async () => {
  const { seller, first, second, reserve, told, isReserved, step } = await threeRequests()
  expect((await reserve(first.buyer, first.order)).status).toBe(403)
  expect((await reserve(second.buyer, first.order)).status).toBe(404)
  expect((await reserve(seller, first.order)).status).toBe(200)
  expect((await reserve(first.buyer, first.order, 'DELETE')).status).toBe(403)
  expect((await reserve(seller, first.order, 'DELETE')).status).toBe(200)
  expect(await isReserved()).toBe(false)
  expect(await told(first.buyer)).toHaveLength(2)
  await step(first.buyer, 'cancel', first.order)
  expect((await reserve(seller, first.order)).status).toBe(409)
})

test('a release that waits for the job leaves the reservation that the job has made for the next one', async () => {
  const { piazza, listingId, seller, first, second, reserve, queue, told, isReserved } = await threeRequests()
  const { db } = piazza
  await reserve(seller, first.order)
  const locked = Promise.withResolvers<void>()
  const passOn = Promise.withResolvers<void>()
  const passing = db.transaction(async (tx) => {
    await tx.execute(sql`select from listing where id = ${listingId} for no key update`)
    locked.resolve()
    await passOn.promise
    await tx.execute(sql`update reservation set order_id = ${second.order} where listing_id = ${listingId}`)
  })
  await locked.promise
  const releasing = reserve(seller, first.order, 'DELETE')
  await untilWaiting(db, 'no key update')
  passOn.resolve()
  await passing
  expect((await releasing).status).toBe(200)
  expect(await queue(second)).toMatchObject({ state: 'this' })
  expect(await isReserved()).toBe(true)
  expect(await told(first.buyer)).toHaveLength(1)
})

test('a request that has lost one of its two listings to another request can be reserved again', async () => {
  const { piazza, place, listingId, seller, first, reserve, queue, told } = await threeRequests()
  const { id: other } = await piazza.aListing({ by: seller, name: 'Fasciatoio', section: 'dono' })
  const buyer = await piazza.aMember({ hasAd: true })
  const items = [listingId, other].map((product) => ({ product, qty: 1 }))
  const both = { buyer, order: (await place(buyer, items)).order._id }
  await reserve(seller, both.order)
  await reserve(seller, first.order)
  expect(await queue(both)).toMatchObject({ state: 'other', place: null })
  await reserve(seller, both.order)
  expect(await queue(both)).toMatchObject({ state: 'this' })
  expect(await told(buyer)).toEqual([
    '«Culla»: è riservato a te',
    expect.stringContaining('«Culla» è riservato a un’altra persona'),
    expect.stringMatching(/«(Culla|Fasciatoio)», «(Culla|Fasciatoio)»: sono riservati a te/),
  ])
})

test('a listing that its owner marks as no longer reserved is reserved for nobody, and its request is told', async () => {
  const { piazza, listingId, seller, first, second, reserve, queue, told, isReserved } = await threeRequests()
  await reserve(seller, first.order)
  const path = `/api/products/${listingId}`
  const { body: listing } = await piazza.call('GET', path, { token: seller.token })
  const body = { ...(listing as object), expiry: '', reserved: false }
  expect((await piazza.call('PUT', path, { token: seller.token, body })).status).toBe(200)
  await jobsDone(piazza.db, 'end-reservation')
  expect(await told(first.buyer)).toEqual([RESERVATION_MESSAGES.lost, '«Culla»: è riservato a te'])
  expect(await queue(second)).toMatchObject({ state: 'free' })
  expect((await reserve(seller, second.order)).status).toBe(200)
  expect(await isReserved()).toBe(true)
})

test('a reservation that its owner has ended does not pass to the next request', async () => {
  const { piazza, listingId, seller, first, second, reserve, queue, told, isReserved, step } = await threeRequests()
  await reserve(seller, first.order)
  // As if the owner had marked the listing as no longer reserved before the job of the cancellation ran.
  await piazza.db.execute(sql`delete from reservation where listing_id = ${listingId}`)
  await piazza.db.execute(sql`update listing set reserved = false where id = ${listingId}`)
  await step(first.buyer, 'cancel', first.order)
  await jobs.add(piazza.db, 'pass-reservations', { listingIds: [listingId] })
  expect(await told(second.buyer)).toHaveLength(1)
  expect(await queue(second)).toMatchObject({ state: 'free' })
  expect(await isReserved()).toBe(false)
})
