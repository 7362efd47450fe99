import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { deliverDue, makePostman, type PostmanParts, pauseAfter } from '#server/mail/postman.ts'
import { makeMail } from '#server/mail/service.ts'
import { smtpSender } from '#server/mail/smtp.ts'
import { makeOutboxStore } from '#server/mail/store.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aMailServer } from '#test/mail-server.ts'

const { site } = readSettings({ PUBLIC_URL: 'https://piazza.example' })
const MINUTE = 60_000

const anOutbox = async () => {
  const db = await aDatabase()
  let now = new Date()
  const clock = () => now
  const outbox = makeOutboxStore(db)
  const mail = makeMail(outbox, { site, now: clock })
  const post = (to: string, options: { subject?: string; expiresAt?: Date; headers?: Record<string, string> } = {}) => {
    const { subject = `Per ${to}`, ...rest } = options
    const letter = { subject, greeting: 'Ciao!', paragraphs: ['Una notizia.'], notes: [] }
    return mail.post(db, { to, letter, ...rest })
  }
  const partsFor = (url: string): PostmanParts => ({
    outbox,
    send: smtpSender({ url, from: 'Piazza <piazza@esempio.test>', publicUrl: site.publicUrl, silenceMs: 400 }),
    now: clock,
    report: () => undefined,
    pollMs: 10,
  })
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const states = () =>
    db.query<{ sent: boolean; givenUp: boolean; attempts: number; error: string; text: string }>(sql`
    select sent_at is not null as sent, given_up_at is not null as "givenUp", attempts, last_error as error, text
    from outbox order by id`)
  return { db, mail, outbox, post, partsFor, later, states, now: clock }
}

test('a mail arrives in text and HTML, from the association, and what it said is not kept', async () => {
  const { post, partsFor, states } = await anOutbox()
  const server = await aMailServer()
  await post('rosa@esempio.test', { headers: { 'List-Unsubscribe': '<https://piazza.example/x>' } })
  expect(await deliverDue(partsFor(server.url))).toBe(1)
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

test('a server that cannot now is asked again, later and later, with the same Message-ID', async () => {
  const { post, partsFor, later, states } = await anOutbox()
  const seen: string[] = []
  const server = await aMailServer({
    afterData: async ({ messageId }) => {
      seen.push(messageId)
      return seen.length < 3 ? { code: 451, message: 'Try again later' } : undefined
    },
  })
  await post('rosa@esempio.test')
  const parts = partsFor(server.url)
  await deliverDue(parts)
  expect(await states()).toMatchObject([{ sent: false, attempts: 1, error: expect.stringContaining('451') }])
  expect(await deliverDue(parts)).toBe(0)
  later(pauseAfter(1))
  await deliverDue(parts)
  later(pauseAfter(2))
  await deliverDue(parts)
  expect(await states()).toMatchObject([{ sent: true, attempts: 3 }])
  expect(new Set(seen).size).toBe(1)
  expect(server.arrived).toHaveLength(1)
  expect(pauseAfter(2)).toBe(2 * pauseAfter(1))
  expect(pauseAfter(50)).toBe(6 * 60 * MINUTE)
})

test('a mail refused for good is given up, and holds up no other', async () => {
  const { post, partsFor, states } = await anOutbox()
  const server = await aMailServer({
    toRecipient: (address) => (address.startsWith('nessuno') ? { code: 550, message: 'No such user' } : undefined),
  })
  await post('nessuno@esempio.test')
  await post('rosa@esempio.test')
  await deliverDue(partsFor(server.url))
  expect(await states()).toMatchObject([
    { givenUp: true, text: '', error: expect.stringContaining('550') },
    { sent: true },
  ])
})

test.each([
  ['stalls before it greets', { onConnect: () => new Promise<undefined>(() => undefined) }],
  ['stalls after it read the mail', { afterData: () => new Promise<undefined>(() => undefined) }],
])('a server that %s costs a moment, and the mail is kept', async (_what, manners) => {
  const { post, partsFor, later, states } = await anOutbox()
  const bad = await aMailServer(manners)
  await post('rosa@esempio.test')
  await deliverDue(partsFor(bad.url))
  expect(await states()).toMatchObject([
    { sent: false, givenUp: false, attempts: 1, error: expect.stringMatching(/\S/) },
  ])
  const good = await aMailServer()
  later(MINUTE)
  await deliverDue(partsFor(good.url))
  expect(good.arrived).toHaveLength(1)
})

test('a server that hangs up in the middle, or is not there at all, loses nothing', async () => {
  const { post, partsFor, later, states } = await anOutbox()
  const rude = await aMailServer({
    afterData: async () => {
      rude.hangUpAll()
      return { code: 451, message: 'Gone' }
    },
  })
  await post('rosa@esempio.test')
  await deliverDue(partsFor(rude.url))
  await rude.close()
  later(MINUTE)
  await deliverDue(partsFor(rude.url))
  expect(await states()).toMatchObject([{ sent: false, givenUp: false, attempts: 2 }])
  const good = await aMailServer()
  later(2 * MINUTE)
  await deliverDue(partsFor(good.url))
  expect(good.arrived).toHaveLength(1)
})

test('several postmen share the work, and no mail arrives twice', async () => {
  const { post, partsFor, states } = await anOutbox()
  const server = await aMailServer()
  for (let number = 0; number < 40; number++) await post(`socio${number}@esempio.test`)
  const postmen = [1, 2, 3].map(() => makePostman(partsFor(server.url)))
  for (const postman of postmen) postman.start()
  await vi.waitFor(async () => expect((await states()).every((mail) => mail.sent)).toBe(true), 20_000)
  await Promise.all(postmen.map((postman) => postman.stop()))
  expect(server.arrived).toHaveLength(40)
  expect(new Set(server.arrived.map((mail) => mail.messageId)).size).toBe(40)
})

test('a postman killed while the server has not said yes: the mail is sent later, once', async () => {
  const { db, post, later, partsFor, states } = await anOutbox()
  let holding = true
  const reached = Promise.withResolvers<void>()
  const server = await aMailServer({
    afterData: async () => {
      if (!holding) return undefined
      reached.resolve()
      return new Promise(() => undefined)
    },
  })
  await post('rosa@esempio.test')
  const address = JSON.stringify(addressOf(db))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postman-child.fixture.ts'), address, server.url])
  onTestFinished(() => void child.kill('SIGKILL'))
  await reached.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await states()).toMatchObject([{ sent: false, attempts: 1 }])
  expect(await deliverDue(partsFor(server.url))).toBe(0)
  holding = false
  later(6 * MINUTE)
  await deliverDue(partsFor(server.url))
  await deliverDue(partsFor(server.url))
  expect(server.arrived).toHaveLength(1)
})

test('postmen killed again and again lose nothing, and double at most what they had in hand', async () => {
  const { db, post, partsFor, later, states } = await anOutbox()
  const server = await aMailServer()
  const mails = 60
  for (let number = 0; number < mails; number++) await post(`socio${number}@esempio.test`)
  const address = JSON.stringify(addressOf(db))
  for (let kill = 1; kill <= 3; kill++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'postman-child.fixture.ts'), address, server.url])
    onTestFinished(() => void child.kill('SIGKILL'))
    await vi.waitFor(() => expect(server.arrived.length).toBeGreaterThanOrEqual(kill * 12), 20_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  later(6 * MINUTE)
  while ((await deliverDue(partsFor(server.url))) > 0);
  expect((await states()).every((mail) => mail.sent)).toBe(true)
  expect(new Set(server.arrived.map((mail) => mail.messageId)).size).toBe(mails)
  expect(server.arrived.length - mails).toBeLessThanOrEqual(3 * 4)
})

test('a mail that left is noted as soon as the database is back, and not sent again', async () => {
  const { post, partsFor, outbox, states } = await anOutbox()
  const server = await aMailServer()
  await post('rosa@esempio.test')
  let failures = 3
  const markSent = async (id: number, at: Date) => {
    if (failures-- > 0) throw new Error('away')
    return outbox.markSent(id, at)
  }
  await deliverDue({ ...partsFor(server.url), outbox: { ...outbox, markSent } })
  expect(await states()).toMatchObject([{ sent: true }])
  expect(server.arrived).toHaveLength(1)
})

test('what has run out of time does not leave', async () => {
  const { post, partsFor, later, states, now } = await anOutbox()
  const server = await aMailServer()
  await post('rosa@esempio.test', { expiresAt: new Date(now().getTime() + 60 * MINUTE) })
  later(61 * MINUTE)
  await post('bruno@esempio.test')
  await deliverDue(partsFor(server.url))
  expect(await states()).toMatchObject([{ givenUp: true, sent: false, text: '' }, { sent: true }])
})

test('nothing that people wrote becomes a header, a recipient or markup of its own', async () => {
  const { post, partsFor } = await anOutbox()
  const server = await aMailServer()
  await post('rosa@esempio.test', {
    subject: 'Ciao\r\nBcc: tutti@esempio.test\r\n\r\n<script>',
    headers: { 'X-Prova': 'a\r\nBcc: altri@esempio.test' },
  })
  await deliverDue(partsFor(server.url))
  expect(server.arrived.map((mail) => mail.to)).toEqual(['rosa@esempio.test'])
  const [head = '', body] = server.arrived[0]?.raw.split(/\r?\n\r?\n(.*)/s) ?? []
  expect(head).not.toMatch(/^Bcc:/im)
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script>')
})

test('old mails are swept away', async () => {
  const { db, mail, post, later } = await anOutbox()
  await post('rosa@esempio.test')
  later(31 * 24 * 60 * MINUTE)
  await post('bruno@esempio.test')
  expect(await mail.forgetOld()).toBe(1)
  expect(await db.query(sql`select recipient from outbox`)).toMatchObject([{ recipient: 'bruno@esempio.test' }])
})
