import { expect, test, vi } from 'vitest'
import { addressWithoutMailbox } from '#domain/accounts/desk.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anEventStream } from '#test/event-stream.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithThreads } from '#test/thread-calls.ts'

type Person = { id: string; token: string }

const setUp = async (env: Record<string, string> = {}) => {
  const piazza = await aPiazzaWithThreads(env)
  const post = (by: Person, path: string, body: object) => piazza.call('POST', path, { token: by.token, body })
  const { place, see } = orderCalls(piazza)
  const { buyer, seller, item } = await aBuyerAndListing(piazza, { name: 'Pane', stock: 3 })
  return {
    ...piazza,
    see,
    buyer,
    seller,
    place: async (message = ''): Promise<OrderView> => (await place(buyer, [item], { body: { message } })).order,
    write: async (order: string, emailBody: string) =>
      (await post(buyer, '/api/orders/mailing', { order, emailBody })).body,
    answer: async (order: string, text: string) =>
      piazza.write(seller, (await piazza.begin(seller, { order }))._id, text),
    remind: async (by: Person, order: string) => (await post(by, '/api/orders/notifications/', { _id: order })).body,
    setBlocked: (by: Person, other: Person, isBlocked: boolean) =>
      piazza.call(isBlocked ? 'PUT' : 'DELETE', `/api/blocks/${other.id}`, { token: by.token }),
    removeMailbox: ({ id }: Person) =>
      piazza.db.execute(sql`update member set email = ${addressWithoutMailbox(id)} where id = ${id}`),
    unseen: async ({ token }: Person) => (await piazza.call('GET', '/api/notices/unseen', { token })).body,
    messagesOf: async (by: Person, order: string) =>
      (await piazza.read(by, (await piazza.begin(by, { order }))._id)).messages.map(({ from, text }) => [from, text]),
  }
}

test('the messages of a request and of its second mail are in its thread, once and unread, and arrive live', async () => {
  const piazza = await setUp()
  const { buyer, seller } = piazza
  const { events } = await anEventStream(piazza.origin, seller.token)
  const { _id: id } = await piazza.place('Passo domani.')
  expect(await piazza.write(id, 'Alle dieci.')).toEqual({ resp_code: 2 })
  // Two notices, with one mail each: the messages themselves are not told again.
  expect(await piazza.unseen(seller)).toMatchObject({ unseen: 2, messages: 2 })
  const messages = () => events.flatMap(({ event, data }) => (event === 'message' ? [data] : []))
  await vi.waitFor(() => expect(messages()).toMatchObject([{ text: 'Passo domani.' }, { text: 'Alle dieci.' }]), 5_000)
  for (const by of [buyer, seller])
    expect(await piazza.messagesOf(by, id)).toEqual([
      [buyer.id, 'Passo domani.'],
      [buyer.id, 'Alle dieci.'],
    ])
  expect(await piazza.list(seller)).toMatchObject({ threads: [{ title: 'Pane', order: id, unread: 0 }] })
  piazza.pass(10)
  await piazza.services.notices.sendDue()
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(2)
})

test('a second mail that opens the thread does not change when the owner was asked', async () => {
  const piazza = await setUp()
  const { seller } = piazza
  for (let number = 1; number <= 3; number++) {
    const { _id: id } = await piazza.place()
    piazza.pass(20)
    await piazza.write(id, 'Ci sei?')
    piazza.pass(10)
    await piazza.answer(id, 'Sì.')
  }
  expect(await piazza.services.threads.answerTime(seller.id)).toBeCloseTo(30)
})

test('at night, and whatever was preferred before, the request, its second mail and its reminder are mailed', async () => {
  const piazza = await setUp({ QUIET_HOURS: 'on' })
  const { buyer, seller } = piazza
  piazza.pass(12 * 60)
  await piazza.db.execute(sql`
    insert into notice_preference (member_id, kind, way) values (${seller.id}, 'request', 'never')`)
  const order = await piazza.place()
  expect(order.ownerMailed).toBe(true)
  expect(await piazza.write(order._id, 'Ci sei?')).toEqual({ resp_code: 2 })
  expect(await piazza.remind(buyer, order._id)).toEqual({ resp_code: 2 })
  expect(await piazza.remind(buyer, order._id)).toEqual({ resp_code: 1 })
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(3)
})

test('an owner without an address is not said to be mailed, and finds the notices and messages on the site', async () => {
  const piazza = await setUp()
  const { buyer, seller } = piazza
  await piazza.removeMailbox(seller)
  const order = await piazza.place()
  expect(order.ownerMailed).toBe(false)
  const [copy] = await mailsTo(piazza.db, buyer.email)
  expect(copy?.text).toContain(
    `Bottega ${seller.username} non ha un indirizzo e-mail: la tua richiesta arriva tramite lo sportello.`,
  )
  expect(await piazza.write(order._id, 'Ci sei?')).toEqual({ resp_code: 0, byDesk: true })
  expect(await piazza.remind(buyer, order._id)).toEqual({ resp_code: 0, byDesk: true })
  expect(await piazza.remind(buyer, order._id)).toEqual({ resp_code: 1 })
  expect(await piazza.unseen(seller)).toMatchObject({ unseen: 3, messages: 1 })
  expect(await piazza.messagesOf(seller, order._id)).toEqual([[buyer.id, 'Ci sei?']])
  expect(await piazza.remind(seller, order._id)).toEqual({ resp_code: 2 })
})

test('what a block stops is neither sent nor used up, nor put among the messages', async () => {
  const piazza = await setUp()
  const { buyer, seller } = piazza
  const { _id: id } = await piazza.place()
  const before = await mailsTo(piazza.db, seller.email)
  await piazza.setBlocked(seller, buyer, true)
  expect(await piazza.write(id, 'Rispondimi')).toEqual({ resp_code: 0 })
  for (const by of [buyer, seller]) expect(await piazza.remind(by, id)).toEqual({ resp_code: 0 })
  expect(await mailsTo(piazza.db, seller.email)).toEqual(before)
  expect(await piazza.messagesOf(buyer, id)).toEqual([])
  expect(await piazza.see(buyer, id)).toMatchObject({ secondMailSent: false, notified: false })
  await piazza.setBlocked(seller, buyer, false)
  expect(await piazza.write(id, 'Ciao')).toEqual({ resp_code: 2 })
  for (const by of [buyer, seller]) expect(await piazza.remind(by, id)).toEqual({ resp_code: 2 })
})
