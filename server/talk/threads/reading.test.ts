import { expect, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { untilWaiting } from '#test/lock-waits.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithThreads } from '#test/thread-calls.ts'

/** A thread with an unread message, locked by an open transaction that adds a second message. */
const aLockedThread = async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Primo')
  const client = await piazza.db.openClient()
  await client.query('begin')
  await client.query('update thread set messages = messages + 1, owner_unread = owner_unread + 1 where id = $1', [id])
  await client.query(
    `insert into message (thread_id, number, sender_id, text, created_at)
    select id, messages, asker_id, 'Secondo', now() from thread where id = $1`,
    [id],
  )
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const isOver = async () => expect(await piazza.db.query(sql`select query ${others} and state <> 'idle'`)).toEqual([])
  return {
    piazza,
    seller,
    id,
    waiting: () => untilWaiting(piazza.db, 'update thread'),
    /** Commits the second message, and waits until the statements that waited for the lock have ended. */
    async release() {
      await client.query('commit')
      await client.end()
      await vi.waitFor(isOver, 10_000)
    },
  }
}

test('a message that arrives while the thread is read is either returned or stays unread', async () => {
  const { piazza, seller, id, waiting, release } = await aLockedThread()
  const reading = piazza.read(seller, id)
  await waiting()
  await release()
  // The response to a slow read is 503, without messages.
  const { messages = [] } = await reading
  const { unread } = await piazza.list(seller)
  expect(messages.length + unread).toBe(2)
})

test('messages between which the other member answered without reading are all mailed, and those read before are not', async () => {
  const piazza = await aPiazzaWithThreads()
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.write(buyer, id, 'Letto')
  await piazza.read(seller, id)
  await piazza.write(buyer, id, 'Primo')
  await piazza.write(seller, id, 'Risposta')
  await piazza.write(buyer, id, 'Secondo')
  piazza.pass(10)
  await piazza.services.notices.sendDue()
  const [mail] = await mailsTo(piazza.db, seller.email)
  expect(mail?.text).toMatch(/Primo[\s\S]*Secondo/)
  expect(mail?.text).not.toMatch(/Letto|Risposta/)
})

test('a read that was answered 503 marks nothing as read, and the unread messages are mailed', {
  tags: 'slow',
}, async () => {
  const { piazza, seller, id, waiting, release } = await aLockedThread()
  const reading = piazza.read(seller, id)
  await waiting()
  expect((await reading).status).toBe(503)
  await release()
  expect(await piazza.list(seller)).toMatchObject({ unread: 2 })
  piazza.pass(10)
  await piazza.services.notices.sendDue()
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(1)
})

test('older messages are on further pages', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithThreads({ RATE_LIMITS: 'off' })
  const { order, buyer } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  for (let number = 1; number <= 51; number++) await piazza.write(buyer, id, `${number}`)
  const [newest, oldest] = [await piazza.read(buyer, id), await piazza.read(buyer, id, 2)]
  expect(newest.pages).toBe(2)
  expect(newest.messages.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 2}`))
  expect(oldest.messages.map(({ text }) => text)).toEqual(['1'])
})

test('every message is reached going back from the newest, also when another one arrives meanwhile', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  await piazza.db.execute(sql`
    insert into message (thread_id, number, sender_id, text, created_at)
    select ${id}, number, ${buyer.id}, number::text, now() from generate_series(1, 100) as number`)
  await piazza.db.execute(sql`update thread set messages = 100 where id = ${id}`)
  let page = await piazza.read(buyer, id)
  const texts = page.messages.map(({ text }) => text)
  await piazza.write(buyer, id, 'Un altro')
  while (page.next !== null) {
    page = await piazza.readBefore(buyer, id, page.next)
    texts.unshift(...page.messages.map(({ text }) => text))
  }
  expect(texts).toEqual(Array.from({ length: 100 }, (_, index) => `${index + 1}`))
})
