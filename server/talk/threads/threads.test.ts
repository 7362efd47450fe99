import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { anEventStream } from '#test/event-stream.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithThreads } from '#test/thread-calls.ts'

test('somebody who may contact asks about a listing, the owner answers, nobody else reads it', async () => {
  const piazza = await aPiazzaWithThreads()
  const { seller, buyer, listing } = await aBuyerAndListing(piazza, { name: 'Pane' })
  const { _id: id } = await piazza.begin(buyer, { listing: listing.id })
  expect((await piazza.begin(buyer, { listing: listing.id }))._id).toBe(id)
  expect(await piazza.list(seller)).toMatchObject({ threads: [], unread: 0 })
  await piazza.write(buyer, id, '  È ancora disponibile?\n  ')
  expect(await piazza.list(seller)).toMatchObject({
    threads: [{ _id: id, title: 'Pane', listing: listing.id, order: null, unread: 1, with: { _id: buyer.id } }],
    unread: 1,
  })
  await piazza.write(seller, id, 'Sì.')
  expect(await piazza.read(buyer, id)).toMatchObject({
    with: { _id: seller.id, username: seller.username, name: `Bottega ${seller.username}` },
    canWrite: true,
    messages: [
      { from: buyer.id, text: 'È ancora disponibile?' },
      { from: seller.id, text: 'Sì.' },
    ],
    pages: 1,
  })
  for (const other of [await piazza.aMember({ hasAd: true }), await piazza.aMember({ isAdmin: true })]) {
    expect((await piazza.read(other, id)).status).toBe(404)
    expect((await piazza.write(other, id, 'Io')).status).toBe(404)
  }
})

test('asking about another member’s visible listing needs a verified account with an own listing', async () => {
  const piazza = await aPiazzaWithThreads()
  const { seller, listing } = await aBuyerAndListing(piazza)
  const about = { listing: listing.id }
  expect((await piazza.begin(await piazza.aMember(), about)).status).toBe(403)
  expect((await piazza.begin(await piazza.aMember({ verified: false, hasAd: true }), about)).status).toBe(403)
  expect((await piazza.begin(seller, about)).status).toBe(403)
  const paused = await piazza.aListing({ by: seller, paused: true })
  expect((await piazza.begin(await piazza.aMember({ hasAd: true }), { listing: paused.id })).status).toBe(404)
})

test('a request has one thread for its two parties', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, seller } = await piazza.anOrder()
  const [one, other] = await Promise.all([
    piazza.begin(buyer, { order: order.id }),
    piazza.begin(seller, { order: order.id }),
  ])
  expect(one._id).toBe(other._id)
  expect((await piazza.begin(await piazza.aMember(), { order: order.id })).status).toBe(404)
  expect((await piazza.begin(await piazza.aMember({ isAdmin: true }), { order: order.id })).status).toBe(403)
  await piazza.write(seller, one._id, 'Passi sabato?')
  expect(await piazza.list(buyer)).toMatchObject({ threads: [{ order: order.id, unread: 1 }], unread: 1 })
})

test('a message sent again with its idempotency key is the same message', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, seller } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  const sent = await Promise.all(Array.from({ length: 3 }, () => piazza.write(buyer, id, 'Ok', 'una')))
  expect(sent).toEqual(Array(3).fill({ ...sent[0], status: 200 }))
  expect(await piazza.write(buyer, id, 'Ok', 'altra')).toMatchObject({ status: 200 })
  expect(await piazza.write(seller, id, 'Ok', 'una')).toMatchObject({ status: 200, from: seller.id })
  expect((await piazza.read(buyer, id)).messages.map(({ from }) => from)).toEqual([buyer.id, buyer.id, seller.id])
  expect(await piazza.list(seller)).toMatchObject({ unread: 2 })
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token, body: {} })
  expect(await piazza.write(buyer, id, 'Ok', 'una')).toEqual(sent[0])
  expect((await piazza.write(buyer, id, 'Ok', 'k'.repeat(201))).status).toBe(400)
})

test.each([
  ['nothing', 422, ''],
  ['only spaces', 422, '  \n '],
  ['2,000 characters', 200, 'è'.repeat(2000)],
  ['2,001 characters', 422, 'è'.repeat(2001)],
  ['control characters', 422, 'a\u0000b'],
])('a message of %s is answered %i', async (_name, status, text) => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  expect((await piazza.write(buyer, id, text)).status).toBe(status)
})

test('an unread message is mailed after five minutes, once, with what was written until then', async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  const mails = async () => (await mailsTo(piazza.db, seller.email)).map(({ text }) => text)
  await piazza.write(buyer, id, 'Primo https://phishing.example/x')
  piazza.pass(3)
  await piazza.write(buyer, id, 'Secondo')
  await piazza.services.notices.sendDue()
  expect(await mails()).toEqual([])
  piazza.pass(2)
  await piazza.services.notices.sendDue()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatch(/Primo[\s\S]*Secondo/)
  expect(mail).not.toContain('phishing')
  await piazza.write(buyer, id, 'Terzo')
  piazza.pass(10)
  await piazza.services.notices.sendDue()
  expect(await mails()).toHaveLength(1)
})

test('devices are notified of each message until the thread is read, unless the member chose never', async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.services.push.add(
    { id: seller.id, session: randomUUID() },
    { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
  )
  const added = vi.spyOn(jobs, 'addAll')
  onTestFinished(() => added.mockRestore())
  const planned = () => added.mock.calls.filter(([, name]) => name === 'send-push').length
  await piazza.write(buyer, id, 'Primo')
  expect(planned()).toBe(1)
  piazza.pass(5)
  await piazza.services.notices.sendDue()
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(1)
  await piazza.write(buyer, id, 'Secondo')
  expect(planned()).toBe(2)
  const preferences = { token: seller.token, body: { message: 'never' } }
  expect((await piazza.call('PUT', '/api/notices/preferences', preferences)).status).toBe(200)
  await piazza.write(buyer, id, 'Terzo')
  expect(planned()).toBe(2)
})

test('a message that was read is not mailed, and no longer counted', async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Ciao')
  const unseen = async () => (await piazza.call('GET', '/api/notices/unseen', { token: seller.token })).body
  await piazza.write(buyer, id, 'Ci sei?')
  const notices = [{ _id: expect.any(String), link: `/messaggi/${id}` }]
  expect(await unseen()).toEqual({ notices, unseen: 1, messages: 2 })
  await piazza.read(seller, id)
  expect(await unseen()).toEqual({ notices: [], unseen: 0, messages: 0 })
  expect(await piazza.list(seller)).toMatchObject({ unread: 0 })
  piazza.pass(10)
  await piazza.services.notices.sendDue()
  expect(await mailsTo(piazza.db, seller.email)).toEqual([])
})

test('messages arrive live, in order, at both parties', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, seller } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  const streams = [await anEventStream(piazza.origin, buyer.token), await anEventStream(piazza.origin, seller.token)]
  for (const text of ['uno', 'due', 'tre']) await piazza.write(buyer, id, text)
  for (const { events } of streams)
    await vi.waitFor(() => {
      const messages = events.filter(({ event }) => event === 'message')
      expect(messages.map(({ data }) => data)).toMatchObject([
        { thread: id, from: buyer.id, text: 'uno' },
        { text: 'due' },
        { text: 'tre' },
      ])
    }, 5_000)
})

test('the messages of an erased member are deleted; the other member keeps the thread', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, seller } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Un segreto')
  await piazza.write(seller, id, 'Una risposta')
  const exported = (await piazza.call('GET', '/api/privacy/export', { token: buyer.token })).body as MemberExport
  expect(exported.threads).toMatchObject([{ _id: id, messages: [{ text: 'Un segreto' }, { text: 'Una risposta' }] }])
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('DELETE', `/api/users/${buyer.id}`, { token: admin.token })).status).toBe(200)
  expect(await piazza.read(seller, id)).toMatchObject({ canWrite: false, messages: [{ text: 'Una risposta' }] })
  expect(await piazza.write(seller, id, 'Ci sei?')).toMatchObject({
    status: 409,
    message: THREAD_MESSAGES.recipientGone,
  })
  for (const table of [sql`message`, sql`notice`, sql`stream_event`])
    expect(JSON.stringify(await piazza.db.query(sql`select * from ${table}`))).not.toContain('Un segreto')
})

test('a thread without messages after the erasure of an account is neither listed nor counted', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, seller } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Ci sei?')
  expect(await piazza.list(seller)).toMatchObject({ threads: [{ _id: id }], pages: 1 })
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('DELETE', `/api/users/${buyer.id}`, { token: admin.token })).status).toBe(200)
  expect(await piazza.list(seller)).toMatchObject({ threads: [], pages: 0, unread: 0 })
})

test('a thread is deleted a year after its last message', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Ciao')
  const exported = () => piazza.services.threads.personalData.export({ id: buyer.id, emails: [] })
  await piazza.services.threads.personalData.deleteExpired(piazza.pass(365 * 24 * 60 - 1))
  expect((await exported()).threads).toHaveLength(1)
  await piazza.services.threads.personalData.deleteExpired(piazza.pass(2))
  expect((await exported()).threads).toHaveLength(0)
})

test('a new account writes five messages a day to strangers; the owner of the listing answers freely', async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  for (let number = 1; number <= 5; number++) expect((await piazza.write(buyer, id, `${number}`)).status).toBe(200)
  expect((await piazza.write(buyer, id, 'sei')).status).toBe(429)
  for (let number = 1; number <= 6; number++) expect((await piazza.write(seller, id, `${number}`)).status).toBe(200)
  expect((await piazza.write(buyer, id, 'sei')).status).toBe(200)
})

test('members who have blocked each other neither ask nor write, and are not told why', async () => {
  const piazza = await aPiazzaWithThreads()
  const { seller, buyer, listing } = await aBuyerAndListing(piazza)
  const { _id: id } = await piazza.begin(buyer, { listing: listing.id })
  await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token, body: {} })
  const refused = { status: 409, message: THREAD_MESSAGES.recipientUnreachable }
  for (const by of [buyer, seller]) expect(await piazza.write(by, id, 'Ciao')).toEqual(refused)
  const other = await piazza.aListing({ by: seller })
  expect((await piazza.begin(buyer, { listing: other.id })).status).toBe(404)
})

test('the message sent with a request begins its thread', async () => {
  const piazza = await aPiazzaWithThreads()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  const { order } = await orderCalls(piazza).place(buyer, [item], { body: { message: 'Passo domani.' } })
  const [thread] = (await piazza.list(seller)).threads
  expect(thread).toMatchObject({ order: order._id, unread: 1 })
  const { _id: id } = await piazza.begin(seller, { order: order._id })
  expect(id).toBe(thread?._id)
  expect(await piazza.read(seller, id)).toMatchObject({ messages: [{ from: buyer.id, text: 'Passo domani.' }] })
})

test('how soon somebody answers counts steps and messages, whichever comes first', async () => {
  const piazza = await aPiazzaWithThreads()
  const { place, step } = orderCalls(piazza)
  const { seller, buyer, listing } = await aBuyerAndListing(piazza, { name: 'Pane', stock: 9 })
  const answerTime = () => piazza.services.threads.answerTime(seller.id)
  const item = [{ product: listing.id, qty: 1 }]

  const { _id: question } = await piazza.begin(buyer, { listing: listing.id })
  await piazza.write(buyer, question, 'È ancora disponibile?')
  piazza.pass(10)
  await piazza.write(seller, question, 'Sì.')

  const { order: written } = await place(buyer, item)
  piazza.pass(30)
  const { _id: thread } = await piazza.begin(seller, { order: written._id })
  await piazza.write(seller, thread, 'Arrivo.')
  piazza.pass(600)
  await step(seller, 'pay', written._id)
  expect(await answerTime()).toBeNull()

  const { order: paid } = await place(buyer, item)
  piazza.pass(60)
  await step(seller, 'pay', paid._id)
  expect(await answerTime()).toBeCloseTo(30)
})
