import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeRetention } from '#server/platform/retention/store.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aMailbox } from '#test/mailbox-delivery.ts'

const MINUTE = 60_000

test('a clock that is days ahead for a while costs no waiting mail: it is not given up and leaves afterwards', async () => {
  const { db, enqueue, delivery, deliverAll, later, states, now } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test')
  await enqueue('bruno@esempio.test', { expiresAt: new Date(now().getTime() + 60 * MINUTE) })
  const unreachable = delivery('smtp://127.0.0.1:1', { surelyPassed: makeRetention(db).surelyPassed })
  later(3 * 24 * 60 * MINUTE)
  await deliverAll(unreachable)
  const waiting = { givenUp: false, sent: false, text: expect.stringContaining('Una notizia.') }
  expect(await states()).toMatchObject([waiting, waiting])
  later(-3 * 24 * 60 * MINUTE)
  await deliverAll(delivery(server.url))
  expect(server.arrived.map(({ to }) => to).toSorted()).toEqual(['bruno@esempio.test', 'rosa@esempio.test'])
})

test('a mail that was claimed while the clock was two years ahead is sent', async () => {
  const { db, store, enqueue, delivery, deliverAll } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test')
  const [mail] = await db.query<{ id: number }>(sql`select id from mail`)
  await store.claim(mail?.id ?? 0, { by: randomUUID(), milliseconds: 50_000 })
  await db.execute(sql`update mail set claimed_until = claimed_until + interval '800 days'`)
  await deliverAll(delivery(server.url))
  expect(server.arrived).toHaveLength(1)
})
