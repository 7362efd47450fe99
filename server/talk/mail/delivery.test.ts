import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aJobWorker } from '#test/job-worker.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aMailbox } from '#test/mailbox-delivery.ts'

const MINUTE = 60_000
/** Short timeouts for servers that stall, but long enough to connect on a loaded machine. */
const SHORT = { timing: { silenceMs: 1_000, sendMs: 3_000 } }

test('a mail arrives as text and HTML, from the association, and its text is deleted', async () => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test', { headers: { 'List-Unsubscribe': '<https://piazza.example/x>' } })
  expect(await deliverAll(delivery(server.url))).toEqual([])
  const [mail] = server.arrived
  expect(mail?.to).toBe('rosa@esempio.test')
  expect(mail?.raw).toMatch(/^From: Piazza <piazza@esempio\.test>$/m)
  expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail?.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
  expect(mail?.raw).toMatch(/^Content-Type: text\/html; charset=utf-8/m)
  expect(mail?.raw).toMatch(/^List-Unsubscribe: <https:\/\/piazza\.example\/x>$/m)
  expect(mail?.raw).toContain('Una notizia.')
  expect(await states()).toMatchObject([{ sent: true, attempts: 1, text: '' }])
})

test('a mail enqueued in a transaction that is rolled back is neither stored nor sent', async () => {
  const { db, enqueue, delivery, states, allSent } = await aMailbox()
  const server = await aMailServer()
  const { deliver } = delivery(server.url)
  aJobWorker(db, { 'send-mail': deliver })
  const failing = db.transaction(async (tx) => {
    await enqueue('rosa@esempio.test', {}, tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await enqueue('bruno@esempio.test')
  await allSent()
  expect(await states()).toHaveLength(1)
  expect(server.arrived.map(({ to }) => to)).toEqual(['bruno@esempio.test'])
})

/** Records the back-off of a mail's job after each failed attempt, with the attempts and error of the mail. */
const recordPauses = async (db: Database) => {
  await db.execute(sql`create table pause (attempts integer, error text, seconds double precision)`)
  await db.execute(sql`
    create function record_pause() returns trigger language plpgsql as $$ begin
      insert into pause select attempts, last_error, extract(epoch from new.run_at - now()) from mail;
      return null;
    end $$`)
  await db.execute(sql`
    create trigger record_pause after update on graphile_worker._private_jobs for each row
    when (new.last_error is not null and old.locked_at is not null and new.locked_at is null) execute function record_pause()`)
}

test('a mail that the server cannot take now is tried again with back-off, with the same Message-ID', {
  tags: 'slow',
}, async () => {
  const { db, enqueue, delivery, states, allSent } = await aMailbox()
  const seen: string[] = []
  const server = await aMailServer({
    afterData: async ({ messageId }) => {
      seen.push(messageId)
      return seen.length < 3 ? { code: 451, message: 'Try again later' } : undefined
    },
  })
  await enqueue('rosa@esempio.test')
  await recordPauses(db)
  const { deliver } = delivery(server.url)
  aJobWorker(db, { 'send-mail': deliver })
  await allSent()
  const pauses = await db.query<{ seconds: number }>(sql`select * from pause order by attempts`)
  expect(pauses).toMatchObject([1, 2].map((attempts) => ({ attempts, error: expect.stringContaining('451') })))
  const [first = Number.NaN, second] = pauses.map(({ seconds }) => seconds)
  expect(second).toBeGreaterThan(2 * first)
  expect(await states()).toMatchObject([{ sent: true, attempts: 3 }])
  expect(new Set(seen).size).toBe(1)
  expect(server.arrived).toHaveLength(1)
})

test('a mail refused for good is given up, and others are sent', async () => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const server = await aMailServer({
    toRecipient: (address) => (address.startsWith('nessuno') ? { code: 550, message: 'No such user' } : undefined),
  })
  await enqueue('nessuno@esempio.test')
  await enqueue('rosa@esempio.test')
  expect(await deliverAll(delivery(server.url))).toEqual([])
  expect(await states()).toMatchObject([
    { givenUp: true, text: '', error: expect.stringContaining('550') },
    { sent: true },
  ])
})

test('a mail is kept while the server refuses the sender, which the operator can correct', async () => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const strict = await aMailServer({ toSender: () => ({ code: 553, message: 'Sender address rejected' }) })
  await enqueue('rosa@esempio.test')
  const [error] = await deliverAll(delivery(strict.url))
  expect(error).toMatchObject({ message: expect.stringContaining('553') })
  expect(await states()).toMatchObject([{ sent: false, givenUp: false, text: expect.stringContaining('Una notizia.') }])
  const good = await aMailServer()
  await deliverAll(delivery(good.url))
  expect(good.arrived).toHaveLength(1)
})

test.each([
  ['stalls', {}],
  ['stalls on an encrypted connection', { hasTls: true }],
  ['closes the connection', { isClosing: true }],
])(
  'a mail is tried again with back-off if the server %s after reading it, since it may have been accepted',
  async (_what, { isClosing = false, hasTls = false }: { isClosing?: boolean; hasTls?: boolean }) => {
    const { db, enqueue, delivery, deliverAll, states } = await aMailbox()
    const server = await aMailServer({
      hasTls,
      afterData: () => {
        if (isClosing) server.hangUpAll()
        return new Promise<undefined>(() => undefined)
      },
    })
    await enqueue('rosa@esempio.test')
    const silent = delivery(server.url, SHORT)
    expect(await deliverAll(silent)).toHaveLength(1)
    expect(silent.isPaused()).toBe(false)
    expect(await states()).toMatchObject([{ sent: false, givenUp: false, attempts: 1 }])
    expect(await db.query(sql`select from graphile_worker.jobs`)).toHaveLength(1)
  },
)

test.each([
  ['stalls before its greeting', { onConnect: () => new Promise<undefined>(() => undefined) }],
  ['stalls after reading the mail', { afterData: () => new Promise<undefined>(() => undefined) }],
])('a server that %s fails the attempt in time, and the mail is kept', async (_what, options) => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const bad = await aMailServer(options)
  await enqueue('rosa@esempio.test')
  await deliverAll(delivery(bad.url, SHORT))
  expect(await states()).toMatchObject([
    { sent: false, givenUp: false, attempts: 1, error: expect.stringMatching(/\S/) },
  ])
  const good = await aMailServer()
  await deliverAll(delivery(good.url))
  expect(good.arrived).toHaveLength(1)
})

test('a server that answers one byte at a time fails the attempt in time, and the mail is kept', {
  tags: 'slow',
}, async () => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const slow = createServer((socket) => {
    // Sent at once, because the greeting has its own timeout.
    socket.write('220 mx.esempio.test\r\n')
    const timer = setInterval(() => socket.write('2'), 100)
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  onTestFinished(() => void slow.close())
  const address = slow.address()
  await enqueue('rosa@esempio.test')
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  await deliverAll(delivery(url, { timing: { silenceMs: 2_000, sendMs: 4_000 } }))
  expect(await states()).toMatchObject([
    { sent: false, givenUp: false, error: expect.stringContaining('not done within') },
  ])
})

test('a mail is kept when the server closes the connection or cannot be reached', async () => {
  const { enqueue, delivery, deliverAll, states } = await aMailbox()
  const closing = await aMailServer({
    afterData: async () => {
      closing.hangUpAll()
      return { code: 451, message: 'Gone' }
    },
  })
  await enqueue('rosa@esempio.test')
  await deliverAll(delivery(closing.url, SHORT))
  await closing.close()
  await deliverAll(delivery(closing.url, SHORT))
  expect(await states()).toMatchObject([{ sent: false, givenUp: false, attempts: 2 }])
  const good = await aMailServer()
  await deliverAll(delivery(good.url))
  expect(good.arrived).toHaveLength(1)
})

test('while the server cannot be reached, jobs wait; they are tried again after three seconds', async () => {
  const { db, enqueue, delivery, deliverAll } = await aMailbox()
  const server = await aMailServer()
  await server.close()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await enqueue('rosa@esempio.test')
  const unreachable = delivery(server.url)
  expect(unreachable.isPaused()).toBe(false)
  expect(await deliverAll(unreachable)).toEqual([])
  expect(unreachable.isPaused()).toBe(true)
  const job = await db.first<{ seconds: number }>(sql`
    select extract(epoch from run_at - created_at)::float as seconds from graphile_worker.jobs order by id desc limit 1`)
  expect(job?.seconds).toBe(3)
  vi.advanceTimersByTime(3_000)
  expect(unreachable.isPaused()).toBe(false)
})

test('several workers share the mails, and none arrives twice', { tags: 'slow' }, async () => {
  const { db, enqueue, delivery, allSent } = await aMailbox()
  const server = await aMailServer()
  for (let number = 0; number < 40; number++) await enqueue(`socio${number}@esempio.test`)
  const workers = [1, 2, 3].map(() => aJobWorker(db, { 'send-mail': delivery(server.url).deliver }))
  await allSent()
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(server.arrived).toHaveLength(40)
  expect(new Set(server.arrived.map((mail) => mail.messageId)).size).toBe(40)
})

test('a sent mail is marked as soon as the database is back, and not sent again', async () => {
  const { enqueue, delivery, deliverAll, store, states } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test')
  let failures = 3
  const markSent = async (id: number, at: Date) => {
    if (failures-- > 0) throw new Error('unavailable')
    return store.markSent(id, at)
  }
  await deliverAll(delivery(server.url, { store: { ...store, markSent } }))
  expect(await states()).toMatchObject([{ sent: true }])
  expect(server.arrived).toHaveLength(1)
})

test.each([
  ['the answer to its claim is lost', true],
  ['the database cannot store its claim', false],
])(
  'a mail leaves as soon as the database is back, without another attempt of its job, when %s',
  async (_what, lost) => {
    const { enqueue, delivery, deliverAll, store } = await aMailbox()
    const server = await aMailServer()
    await enqueue('rosa@esempio.test')
    let failures = 3
    const claim: typeof store.claim = async (...args) => {
      if (failures === 0) return store.claim(...args)
      failures--
      if (lost) await store.claim(...args)
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    // The default claim outlasts this test, so the mail is sent only if the retry uses the same claim.
    const [error] = await deliverAll(delivery(server.url, { store: { ...store, claim } }))
    expect(error).toBeUndefined()
    expect(server.arrived.map(({ to }) => to)).toEqual(['rosa@esempio.test'])
  },
)

test('an expired mail is not sent', async () => {
  const { enqueue, delivery, deliverAll, later, states, now } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test', { expiresAt: new Date(now().getTime() + 60 * MINUTE) })
  later(61 * MINUTE)
  await enqueue('bruno@esempio.test')
  await deliverAll(delivery(server.url))
  expect(await states()).toMatchObject([{ givenUp: true, sent: false, text: '' }, { sent: true }])
})

test('user input cannot add a header, a recipient or markup', async () => {
  const { enqueue, delivery, deliverAll } = await aMailbox()
  const server = await aMailServer()
  await enqueue('rosa@esempio.test', {
    subject: 'Ciao\r\nBcc: tutti@esempio.test\r\n\r\n<script>',
    headers: { 'X-Prova': 'a\r\nBcc: altri@esempio.test' },
  })
  await deliverAll(delivery(server.url))
  expect(server.arrived.map((mail) => mail.to)).toEqual(['rosa@esempio.test'])
  const [head = '', body] = server.arrived[0]?.raw.split(/\r?\n\r?\n(.*)/s) ?? []
  expect(head).not.toMatch(/^Bcc:/im)
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script>')
})

test('old mails are deleted', async () => {
  const { db, mail, enqueue, later, now } = await aMailbox()
  await enqueue('rosa@esempio.test')
  later(31 * 24 * 60 * MINUTE)
  await enqueue('bruno@esempio.test')
  await mail.personalData.deleteExpired(now())
  expect(await db.query(sql`select recipient from mail`)).toMatchObject([{ recipient: 'bruno@esempio.test' }])
})
