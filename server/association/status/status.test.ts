import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Status } from '#domain/association/status.schema.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { noteBackup } from '#server/association/backups/record.ts'
import { makeStatus } from '#server/association/status/make.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { makeServices, type ServiceParts } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { makeMailReceiver, probeMailIn } from '#server/talk/inbound/receiver.ts'
import { httpTransport } from '#server/val/chain/client.ts'
import { absentChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { anOwnPiazza, aPiazza, SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { mailsTo } from '#test/mailbox.ts'
import { makePopulation } from '#test/population.ts'

const MINUTE_MS = 60_000
const never = async (): Promise<never> => {
  throw new Error('not needed here')
}

type Options = { smtpUrl?: string; inUrl?: string; db?: Database; hasNightlyBackup?: boolean }

/** Alarms of several instances without job workers, with a clock that the test sets. */
const setUp = async ({ smtpUrl, inUrl, db: given, hasNightlyBackup = false }: Options = {}) => {
  const db = given ?? (await aDatabase())
  let now = new Date('2026-06-10T10:00:00Z')
  const clock = () => now
  const down = { chain: false, storage: false, database: false }
  const failing = (part: keyof typeof down) => async () => {
    if (down[part]) throw new Error(`${part} is down`)
    return 1
  }
  const storage = {
    put: async () => void (await failing('storage')()),
    remove: async () => undefined,
    get: async () => Buffer.of(),
    urlOf: () => '',
  }
  const wallet = new Proxy({}, { get: () => never }) as ServiceParts['wallet']
  const parts = { db, settings: readSettings({}), authSecret: SECRET, storage, wallet, now: clock }
  const services = makeServices(parts)
  const report = (error: unknown) => expect.unreachable(String(error))
  const watched = new Proxy(db, {
    get: (target, name) => (down.database && name === 'query' ? never : Reflect.get(target, name)),
  })
  const instance = () =>
    makeStatus({
      db: watched,
      storage,
      mailUrls: { smtpUrl, inUrl },
      hasNightlyBackup,
      services,
      now: clock,
      report,
      chain: { ...absentChain(), head: failing('chain') },
      uploadsFolder: tmpdir(),
      registry: new Registry(),
      readRecordedChain: never,
    })
  const instances = [instance(), instance(), instance()]
  const population = makePopulation(db, clock)
  const admins = [await population.aMember({ isAdmin: true }), await population.aMember({ isAdmin: true })]
  await population.aMember()
  /** Advances the clock and runs the check of every instance each minute. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      now = new Date(now.getTime() + MINUTE_MS)
      await Promise.all(instances.map(({ alarms }) => alarms.check()))
    }
  }
  const subjects = async () => {
    const [mine, others] = await Promise.all(admins.map(async ({ email }) => mailsTo(db, email)))
    expect(others?.map(({ subject }) => subject)).toEqual(mine?.map(({ subject }) => subject))
    expect(await db.query(sql`select from mail`)).toHaveLength(2 * (mine?.length ?? 0))
    return mine?.map(({ subject }) => subject)
  }
  return {
    db,
    down,
    pass,
    subjects,
    admins,
    instances,
    lastMail: async () => (await mailsTo(db, admins[0]?.email ?? '')).at(-1),
  }
}

test.each([
  ['chain', 'Rete dei VAL'],
  ['storage', 'Immagini'],
] as const)('%s down for ten minutes is told to every admin once, and so is its return', async (part, label) => {
  const { down, pass, subjects, lastMail } = await setUp()
  await pass(3)
  down[part] = true
  await pass(10)
  expect(await subjects()).toEqual([])
  await pass(1)
  expect(await subjects()).toEqual([`Non funziona: ${label}`])
  expect((await lastMail())?.text).toContain(`${label}, dal 10/06/2026 alle 12:04.\n${part} is down`)
  await pass(15)
  expect(await subjects()).toHaveLength(1)
  down[part] = false
  await pass(1)
  expect(await subjects()).toEqual([`Non funziona: ${label}`, `Funziona di nuovo: ${label}`])
  expect((await lastMail())?.text).toContain(
    `${label}: interruzione dal 10/06/2026 alle 12:04, finita il 10/06/2026 alle 12:30.`,
  )
  await pass(5)
  expect(await subjects()).toHaveLength(2)
})

test('an outage is told although checks before it were made by a clock that was two years ahead', async () => {
  const { db, down, pass, subjects } = await setUp()
  await pass(1)
  down.chain = true
  await pass(1)
  await db.execute(sql`
    update part_status set checked_at = checked_at + interval '800 days', down_since = down_since + interval '800 days'`)
  await pass(12)
  expect(await subjects()).toEqual(['Non funziona: Rete dei VAL'])
})

test('a short outage is told to nobody; what is down together is told together', async () => {
  const { down, pass, subjects } = await setUp()
  Object.assign(down, { chain: true, storage: true })
  await pass(9)
  Object.assign(down, { chain: false, storage: false })
  await pass(20)
  expect(await subjects()).toEqual([])
  Object.assign(down, { chain: true, storage: true })
  await pass(11)
  expect(await subjects()).toEqual(['Non funziona: Rete dei VAL, Immagini'])
})

test('two days without a backup are told to every admin once, and so is the next one', async () => {
  const { db, pass, subjects, lastMail, instances } = await setUp({ hasNightlyBackup: true })
  await noteBackup(db, new Date('2026-06-08T10:30:00Z'))
  await pass(30)
  expect(await subjects()).toEqual([])
  await pass(12)
  expect(await subjects()).toEqual(['Da sistemare: Copia di sicurezza'])
  expect((await lastMail())?.text).toContain('Nessuna copia da più di 2 giorni.')
  expect((await instances[0]?.status.read())?.backup).toMatchObject({ ok: false, at: '2026-06-08T10:30:00.000Z' })
  await noteBackup(db, new Date('2026-06-10T10:42:00Z'))
  await pass(2)
  expect(await subjects()).toEqual(['Da sistemare: Copia di sicurezza', 'A posto: Copia di sicurezza'])
})

test('a mail server that is down is told by mails that wait for it', async () => {
  const server = await aMailServer()
  const { pass, subjects, instances, db } = await setUp({ smtpUrl: server.url })
  await pass(2)
  await server.close()
  await pass(11)
  expect(await subjects()).toEqual(['Non funziona: Posta in partenza'])
  expect(await db.query(sql`select from graphile_worker.jobs where task_identifier = 'send-mail'`)).toHaveLength(2)
  const status = await instances[0]?.status.read()
  expect(status?.mail).toMatchObject({
    ok: false,
    configured: true,
    waiting: 2,
    error: expect.stringContaining('ECONNREFUSED'),
  })
})

test('admins are told of jobs that wait too long or fail, not of a job that waits for the chain', async () => {
  const { db, pass, subjects, instances } = await setUp()
  await jobs.add(db, 'send-notices', {})
  await jobs.add(db, 'follow-chain', {})
  await db.execute(sql`
    update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour',
      last_error = ${MESSAGES.chainUnavailable}
    where id = (select id from graphile_worker.jobs where task_identifier = 'follow-chain')`)
  await pass(12)
  expect(await subjects()).toEqual([])
  await db.execute(
    sql`update graphile_worker._private_jobs set run_at = now() - interval '5 minutes' where attempts = 0`,
  )
  await pass(11)
  expect(await subjects()).toEqual(['Non funziona: Lavori in sottofondo'])
  await db.execute(sql`delete from graphile_worker._private_jobs where attempts = 0`)
  await pass(1)
  expect(await subjects()).toHaveLength(2)
  await db.execute(sql`update graphile_worker._private_jobs set last_error = 'disk full'`)
  expect(await instances[0]?.status.read()).toMatchObject({
    jobs: { ok: false, error: 'follow-chain non riesce: disk full', failing: [{ name: 'follow-chain', attempts: 1 }] },
  })
  await pass(11)
  expect(await subjects()).toHaveLength(3)
})

test('a socket of replies that nobody opens is told, and so is its return; status shows what waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-inbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const inUrl = `lmtp://${folder}/mail.sock`
  const { db, pass, subjects, instances } = await setUp({ inUrl })
  await pass(12)
  expect(await subjects()).toEqual(['Non funziona: Posta in arrivo'])
  await db.execute(sql`
    insert into inbound_mail (digest, content, received_at) values ('\\x01', 'x', '2026-06-10T10:05:00Z')`)
  const status = await instances[0]?.status.read()
  expect(status?.inbox).toMatchObject({
    ok: false,
    configured: true,
    waiting: 1,
    oldest: '2026-06-10T10:05:00.000Z',
    downSince: expect.any(String),
  })
  const receiver = makeMailReceiver({
    url: inUrl,
    inbound: { receive: async () => undefined },
    report: () => undefined,
  })
  receiver.start()
  onTestFinished(receiver.stop)
  await vi.waitFor(() => probeMailIn(inUrl))
  await pass(1)
  expect(await subjects()).toEqual(['Non funziona: Posta in arrivo', 'Funziona di nuovo: Posta in arrivo'])
})

test('an outage of the database is told once it is back', async () => {
  const { down, pass, subjects } = await setUp()
  await pass(1)
  down.database = true
  await pass(12)
  down.database = false
  await pass(1)
  expect(await subjects()).toEqual(['Funziona di nuovo: Database'])
  await pass(3)
  expect(await subjects()).toHaveLength(1)
})

test('an admin reads the state of every part, the mail queue, the last backup and the version', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const read = async () => (await piazza.call('GET', '/api/status', { token: admin.token })).body as Status
  expect(await read()).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { ok: true, error: '', downSince: null },
    chain: { ok: false, error: expect.stringContaining(MESSAGES.chainUnavailable) },
    storage: { ok: true },
    mail: { ok: true, configured: false, waiting: 0, oldest: null, givenUp: 0, lastErrors: [] },
    inbox: { ok: true, configured: false, waiting: 0, last: null, asked: 0 },
    backup: { at: null },
  })
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email: 'rosa@esempio.test' } })
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Ugo', email: 'ugo@esempio.test' } })
  await piazza.db.execute(sql`
    update mail set given_up_at = now(), last_error = '550 no such user' where recipient = 'ugo@esempio.test'`)
  await noteBackup(piazza.db, new Date('2026-06-01T03:00:00Z'))
  expect(await read()).toMatchObject({
    mail: {
      waiting: 1,
      oldest: expect.any(String),
      givenUp: 1,
      lastErrors: [{ message: '550 no such user' }],
    },
    backup: { at: '2026-06-01T03:00:00.000Z' },
  })
  expect((await piazza.call('GET', '/api/status', { token: (await piazza.aMember()).token })).status).toBe(403)
})

test('the URL of a node that does not answer is not shown: it can contain a key', async () => {
  const piazza = await aPiazza({ chain: absentChain(httpTransport('http://127.0.0.1:1/v2/secret-key')) })
  const { token } = await piazza.aMember({ isAdmin: true })
  const { chain } = (await piazza.call('GET', '/api/status', { token })).body as Status
  expect(chain.error).toBe(`${MESSAGES.chainUnavailable} (fetch failed)`)
})
