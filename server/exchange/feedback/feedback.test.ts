import { expect, test } from 'vitest'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { FeedbackPage } from '#domain/exchange/feedback.schema.ts'
import { FEEDBACK_DAYS, FEEDBACK_MESSAGES, FEEDBACK_PAGE_SIZE } from '#domain/exchange/feedback.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>
type Person = { id: string; token: string }

const GOOD = { rating: 5, comment: 'Gentile e puntuale' }

const feedbackCalls = (piazza: Piazza) => ({
  write: (by: { token: string }, orderId: string, body: unknown = GOOD) =>
    piazza.call('POST', `/api/orders/${orderId}/feedback`, { token: by.token, body }),
  about: async ({ id }: { id: string }, query = '') =>
    (await piazza.call('GET', `/api/users/${id}/feedback${query}`)).body as FeedbackPage,
  isGiven: async (by: { token: string }, orderId: string) => {
    const { body } = await piazza.call('GET', `/api/orders/${orderId}`, { token: by.token })
    return (body as { feedbackGiven: boolean }).feedbackGiven
  },
  noticesOf: async (member: { token: string }) => {
    const { body } = await piazza.call('GET', '/api/notices', { token: member.token })
    return (body as { notices: { kind: string; text: string; link: string }[] }).notices
  },
})

/** A delivered order between two members with shop names. */
const aFinishedExchange = async (piazza: Piazza) => {
  const [buyer, seller] = [await piazza.aMember({ hasAd: true }), await piazza.aMember()]
  const { order } = await piazza.anOrder({ buyer, seller, state: 'delivered' })
  return { buyer, seller, order }
}

/** As if it had been written that many days before. */
const age = (piazza: Piazza, by: Person, days: number) =>
  piazza.db.execute(sql`
    update order_feedback set created_at = created_at - make_interval(days => ${days}),
      shown_at = shown_at - make_interval(days => ${days})
    where author_id = ${by.id}`)

const setUp = async () => {
  const piazza = await aPiazza()
  return { piazza, ...feedbackCalls(piazza), ...(await aFinishedExchange(piazza)) }
}

test('what the parties write about each other is shown once both have written, with name, stars and mean', async () => {
  const { write, about, isGiven, buyer, seller, order } = await setUp()
  expect(await isGiven(buyer, order.id)).toBe(false)
  expect(await write(buyer, order.id, { rating: 4, comment: ' Cortese \n', from: 'ALTRI' })).toMatchObject({
    status: 200,
    body: { message: FEEDBACK_MESSAGES.written },
  })
  expect([await isGiven(buyer, order.id), await isGiven(seller, order.id)]).toEqual([true, false])
  const nothing = { feedback: [], rating: 0, count: 0, pages: 0 }
  expect([await about(buyer), await about(seller)]).toEqual([nothing, nothing])
  expect((await write(seller, order.id, { rating: 2, comment: 'In ritardo' })).status).toBe(200)
  const from = { _id: buyer.id, username: buyer.username, name: `Bottega ${buyer.username}` }
  expect(await about(seller)).toEqual({
    feedback: [{ _id: expect.any(String), from, rating: 4, comment: 'Cortese', at: expect.any(String) }],
    rating: 4,
    count: 1,
    pages: 1,
  })
  expect(await about(buyer)).toMatchObject({
    feedback: [{ from: { _id: seller.id }, comment: 'In ritardo' }],
    rating: 2,
  })
})

test('what one party alone has written is shown after 14 days, and the export of the other does not tell it before', async () => {
  const { piazza, write, about, buyer, seller, order } = await setUp()
  const exported = async ({ token }: Person) =>
    ((await piazza.call('GET', '/api/privacy/export', { token })).body as MemberExport).feedback
  await write(buyer, order.id)
  const written = { order: order.id, ...GOOD, at: expect.any(String) }
  expect(await exported(buyer)).toEqual([{ ...written, direction: 'written' }])
  expect(await exported(seller)).toEqual([])
  await age(piazza, buyer, FEEDBACK_DAYS - 1)
  expect(await about(seller)).toMatchObject({ count: 0 })
  await age(piazza, buyer, 1)
  expect(await about(seller)).toMatchObject({ count: 1, feedback: [GOOD] })
  expect(await exported(seller)).toEqual([{ ...written, direction: 'received' }])
})

test('writing after the other was shown by time is shown at once', async () => {
  const { piazza, write, about, buyer, seller, order } = await setUp()
  await write(buyer, order.id)
  await age(piazza, buyer, FEEDBACK_DAYS)
  await write(seller, order.id, { rating: 1, comment: 'Mai visto' })
  expect(await about(buyer)).toMatchObject({ feedback: [{ comment: 'Mai visto' }] })
})

test('of concurrent ones by the same person one is stored; two by the two parties are both shown', async () => {
  const { write, about, buyer, seller, order } = await setUp()
  const answers = await Promise.all([buyer, buyer, buyer, seller].map((by) => write(by, order.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect(await write(seller, order.id)).toMatchObject({
    status: 409,
    body: { message: FEEDBACK_MESSAGES.alreadyWritten },
  })
  expect([await about(buyer), await about(seller)]).toMatchObject([{ count: 1 }, { count: 1 }])
})

test('the other person is told that something was written, not what', async () => {
  const { write, noticesOf, buyer, seller, order } = await setUp()
  await write(buyer, order.id)
  expect(await noticesOf(seller)).toMatchObject([
    { kind: 'review', text: `Bottega ${buyer.username} ha scritto com’è andata con te`, link: `/order/${order.id}` },
  ])
})

test.each(['sent', 'paid', 'closed'] as const)(
  'nothing can be written about a request that is only %s',
  async (state) => {
    const piazza = await aPiazza()
    const { buyer, seller, order } = await piazza.anOrder({ state })
    for (const by of [buyer, seller])
      expect(await feedbackCalls(piazza).write(by, order.id)).toMatchObject({
        status: 409,
        body: { message: FEEDBACK_MESSAGES.notFinished },
      })
  },
)

test('it can be written about a concluded proposal, also when one has blocked the other', async () => {
  const piazza = await aPiazza()
  const { write, about } = feedbackCalls(piazza)
  const { buyer, seller, order } = await piazza.anOrder({ kind: 'propongo', state: 'concluded' })
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token })
  expect((await write(buyer, order.id)).status).toBe(200)
  expect((await write(seller, order.id)).status).toBe(200)
  expect(await about(seller)).toMatchObject({ count: 1 })
})

test('only the parties write: others do not find the request, and an admin may not', async () => {
  const { piazza, write, order } = await setUp()
  expect((await write(await piazza.aMember(), order.id)).status).toBe(404)
  expect((await write(await piazza.aMember({ isAdmin: true }), order.id)).status).toBe(403)
  expect((await piazza.call('POST', `/api/orders/${order.id}/feedback`, { body: GOOD })).status).toBe(401)
})

test.each([
  ['nothing', {}],
  ['no rating', { comment: 'Bene' }],
  ['six stars', { rating: 6, comment: 'Bene' }],
  ['half a star', { rating: 4.5, comment: 'Bene' }],
  ['no comment', { rating: 5 }],
  ['an empty comment', { rating: 5, comment: ' \n ' }],
])('%s is rejected as incomplete', async (_what, body) => {
  const { write, buyer, order } = await setUp()
  expect(await write(buyer, order.id, body)).toMatchObject({ status: 422, body: { message: REVIEW_INCOMPLETE } })
})

test('a comment has at most 1000 characters', async () => {
  const { write, buyer, order } = await setUp()
  expect((await write(buyer, order.id, { rating: 5, comment: 'a'.repeat(1001) })).status).toBe(422)
  expect((await write(buyer, order.id, { rating: 5, comment: 'a'.repeat(1000) })).status).toBe(200)
})

test('a member’s page shows ten at a time, newest first, with the mean of all', async () => {
  const piazza = await aPiazza()
  const { write, about } = feedbackCalls(piazza)
  const seller = await piazza.aMember()
  for (let count = 0; count <= FEEDBACK_PAGE_SIZE; count++) {
    const { buyer, order } = await piazza.anOrder({ seller, state: 'delivered' })
    await write(buyer, order.id, { rating: count === 0 ? 1 : 5, comment: `Numero ${count}` })
    await write(seller, order.id)
  }
  const [first, second, third] = [await about(seller), await about(seller, '?p=2'), await about(seller, '?p=3')]
  const mean = { rating: 4.64, count: 11, pages: 2 }
  expect(first).toMatchObject(mean)
  expect(first.feedback.map(({ comment }) => comment)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Numero ${10 - index}`),
  )
  expect(second).toMatchObject({ ...mean, feedback: [{ comment: 'Numero 0' }] })
  expect(third).toMatchObject({ ...mean, feedback: [] })
})

test('a member without a public page has no feedback page; an author without one is named, without an id', async () => {
  const { piazza, write, about, buyer, seller, order } = await setUp()
  await write(buyer, order.id)
  await write(seller, order.id)
  await piazza.db.execute(sql`update member set is_seller = false where id = ${buyer.id}`)
  expect((await piazza.call('GET', `/api/users/${buyer.id}/feedback`)).status).toBe(404)
  expect((await piazza.call('GET', `/api/users/${buyer.id}/feedback`, { token: seller.token })).status).toBe(404)
  expect(await about(seller)).toMatchObject({ feedback: [{ from: { _id: null, username: buyer.username } }] })
})

test('after an erasure what the member wrote stays without a name, and what was written about the member is deleted', async () => {
  const { piazza, write, about, isGiven, buyer, seller, order } = await setUp()
  const admin = await piazza.aMember({ isAdmin: true })
  await write(buyer, order.id)
  await write(seller, order.id)
  expect((await piazza.call('DELETE', `/api/users/${buyer.id}`, { token: admin.token })).status).toBe(200)
  expect(await about(seller)).toMatchObject({
    feedback: [{ ...GOOD, from: { _id: null, username: DELETED_MEMBER_NAME, name: DELETED_MEMBER_NAME } }],
  })
  expect(await piazza.db.query(sql`select from order_feedback where subject_id = ${buyer.id}`)).toHaveLength(0)
  expect(await isGiven(seller, order.id)).toBe(false)
  expect(await write(seller, order.id)).toMatchObject({
    status: 409,
    body: { message: ORDER_MESSAGES.recipientDeleted },
  })
})

test('it is reported as a review; hidden by a decision it neither shows nor counts, and an objection brings it back', async () => {
  const { piazza, write, about, buyer, seller, order } = await setUp()
  const [admin, other] = [await piazza.aMember({ isAdmin: true }), await piazza.aMember({ isAdmin: true })]
  await write(buyer, order.id, { rating: 1, comment: 'Un insulto' })
  const row = await piazza.db.first<{ id: string }>(sql`select id from order_feedback where author_id = ${buyer.id}`)
  const report = () =>
    piazza.call('POST', '/api/reports', {
      token: seller.token,
      body: { kind: 'review', id: row?.id, reason: 'offensive', explanation: 'Mi insulta' },
    })
  expect((await report()).status, 'not shown yet').toBe(404)
  await write(seller, order.id)
  const { status, body } = await report()
  expect(status).toBe(200)
  const decided = await piazza.call('POST', `/api/reports/${(body as { _id: string })._id}/decision`, {
    token: admin.token,
    body: { action: 'hide', facts: 'Insulti', ground: 'Condizioni d’uso' },
  })
  expect(decided).toMatchObject({
    status: 200,
    body: { content: 'Un insulto', author: { _id: buyer.id }, path: `/seller/${seller.id}` },
  })
  expect(await about(seller)).toMatchObject({ feedback: [], count: 0, rating: 0 })
  const { decision } = decided.body as { decision: { _id: string } }
  const objection = { token: buyer.token, body: { text: 'Era uno scherzo' } }
  expect((await piazza.call('POST', `/api/decisions/${decision._id}/objection`, objection)).status).toBe(200)
  const review = { token: other.token, body: { outcome: 'reversed', facts: 'Uno scherzo', ground: 'Condizioni d’uso' } }
  expect((await piazza.call('POST', `/api/decisions/${decision._id}/review`, review)).status).toBe(200)
  expect(await about(seller)).toMatchObject({ count: 1, rating: 1 })
})
