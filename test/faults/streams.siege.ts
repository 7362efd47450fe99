import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { residentMegabytes } from '#bench/process.ts'
import { connect } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { hasNginx, severalInstances } from '#test/faults/instances.ts'
import { aStreamReader } from '#test/faults/stream-reader.ts'
import { apiCaller } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { someServices } from '#test/services.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const MEGABYTE = 1024 * 1024
const STREAMS = size(40, 2_000)
const MESSAGES = size(60, 3_000)
const PER_SECOND = size(30, 100)
const DIGEST_MEMBERS = size(600, 30_000)
const LARGEST_BATCH = 500

// All streams come from one address; a trusted proxy is not limited.
const ENV = { NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '', TRUSTED_PROXIES: 'loopback' }

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** Milliseconds that a list takes, several times. */
const timeLists = async (origin: string): Promise<number> => {
  const times: number[] = []
  for (let time = 0; time < size(20, 200); time++) {
    const began = performance.now()
    await apiCaller(origin)('GET', `/api/products?p=1&pageSize=12&min=${time}`)
    times.push(performance.now() - began)
  }
  return median(times)
}

test('many open streams hold little memory and do not slow down lists; messages arrive in order, each once', async ({
  annotate,
}) => {
  const piazza = await aServerProcess(ENV)
  const { call, db } = piazza
  const pairs = await Promise.all(
    Array.from({ length: Math.min(STREAMS / 2, 50) }, async () => {
      const { order, buyer, seller } = await piazza.anOrder()
      const { body } = await call('POST', '/api/threads', { token: buyer.token, body: { order: order.id } })
      return { buyer, seller, thread: (body as { _id: string })._id }
    }),
  )
  await timeLists(piazza.origin)
  const [before, listBefore] = [residentMegabytes(piazza.pid), await timeLists(piazza.origin)]
  const readers = Array.from({ length: STREAMS }, (_, number) => {
    const pair = pairs[(number >> 1) % pairs.length]
    const token = (number % 2 ? pair?.seller : pair?.buyer)?.token ?? ''
    return { reader: aStreamReader([piazza.origin], token), thread: pair?.thread ?? '' }
  })
  onTestFinished(async () => void (await Promise.all(readers.map(({ reader }) => reader.stop()))))
  await Promise.all(readers.map(({ reader }) => reader.ready))
  const listWith = await timeLists(piazza.origin)
  const mb = residentMegabytes(piazza.pid) - before

  const sent = new Map(pairs.map(({ thread }) => [thread, [] as string[]]))
  const began = performance.now()
  let refused = 0
  const byPair = pairs.map(async ({ buyer, thread }, place) => {
    for (let number = place; number < MESSAGES; number += pairs.length) {
      await sleep(Math.max(0, (number / PER_SECOND) * 1000 - (performance.now() - began)))
      const text = `messaggio ${number}`
      const { status } = await call('POST', `/api/threads/${thread}/messages`, { token: buyer.token, body: { text } })
      if (status === 200) sent.get(thread)?.push(text)
      else refused++
    }
  })
  await Promise.all(byPair)
  const rate = MESSAGES / ((performance.now() - began) / 1000)
  expect(refused).toBe(0)
  for (const { reader, thread } of readers)
    await expect.poll(() => reader.texts, { timeout: HANGING_MS }).toEqual(sent.get(thread))
  const ratio = listWith / listBefore
  await annotate(
    `${STREAMS} flussi: +${mb.toFixed(0)} MB, liste ${ratio.toFixed(2)} volte il tempo di prima; ${rate.toFixed(0)} messaggi/s`,
  )
  expect(mb).toBeLessThan(60)
  expect(ratio).toBeLessThan(4)
  expect((await db.query(sql`select from message`)).length).toBe(MESSAGES)
})

// Only in the long run, because it takes minutes: `npm run siege -- streams`.
test.runIf(hasPostgres15 && hasNginx && size(0, 1) === 1)(
  'messages through nginx reach a reader on another instance; a killed instance and a restarted database lose none',
  async ({ annotate }) => {
    const limits = { NODE_ENV: 'development', RATE_LIMITS: 'off', TRUSTED_PROXIES: 'loopback' }
    const { origin, instances, database } = await severalInstances(3, limits)
    const { PGHOST: host = '', PGUSER: user = '' } = database.env
    const db = connect({ host, port: 5432, user, database: 'postgres' })
    onTestFinished(() => db.close())
    const { order, buyer, seller } = await makePopulation(db).anOrder()
    const { body } = await apiCaller(origin)('POST', '/api/threads', { token: buyer.token, body: { order: order.id } })
    const { _id: thread } = body as { _id: string }
    const reader = aStreamReader([origin, ...instances.map((instance) => instance.origin)], seller.token)
    onTestFinished(reader.stop)
    await reader.ready
    const sent: string[] = []
    let slowest = 0
    const send = async (at: string, text: string) => {
      const options = { token: buyer.token, body: { text } }
      const write = apiCaller(at)('POST', `/api/threads/${thread}/messages`, options)
      const { status } = await write.catch(() => ({ status: 0 }))
      if (status === 200) sent.push(text)
    }
    for (const instance of instances) {
      const text = `da ${instance.port}`
      await send(instance.origin, text)
      const began = performance.now()
      await expect.poll(() => reader.texts, { timeout: HANGING_MS, interval: 5 }).toContain(text)
      slowest = Math.max(slowest, performance.now() - began)
    }
    const writing = (async () => {
      for (let number = 0; number < 300; number++) await send(origin, `numero ${number}`)
    })()
    await sleep(1_000)
    await instances[1]?.kill()
    await instances[1]?.again()
    await database.kill()
    await writing
    // Another text each time: a message refused while the database comes back may be stored nevertheless.
    let attempts = 0
    const sendLast = () => send(origin, `ultimo ${attempts++}`).then(() => sent.at(-1))
    await expect.poll(sendLast, { timeout: 60_000 }).toMatch(/^ultimo/)
    await expect.poll(() => reader.texts.at(-1), { timeout: 20_000 }).toBe(sent.at(-1))
    const arrived = reader.texts
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(arrived.filter((text) => sent.includes(text))).toEqual(sent)
    await annotate(`${sent.length} messaggi; il più lento tra due copie ${slowest.toFixed(0)} ms`)
  },
)

test('the digests of many members are made in batches of some hundred, without much memory', async ({ annotate }) => {
  const { db } = await aServerProcess(ENV)
  let now = new Date('2026-06-10T10:00:00Z')
  const { notices } = someServices(db, () => now)
  for (let first = 1; first <= DIGEST_MEMBERS; first += 5_000)
    await db.execute(sql`
      insert into member (username, username_key, email, email_key, password_hash, verified)
      select 'M' || n, 'm' || n, 'm' || n || '@esempio.test', 'm' || n || '@esempio.test', 'x', true
      from generate_series(${first}::int, ${Math.min(first + 4_999, DIGEST_MEMBERS)}::int) as n`)
  const members = await db.query<{ id: string }>(sql`select id from member`)
  for (let from = 0; from < members.length; from += 5_000)
    await db.transaction((tx) =>
      notices.tellAll(
        tx,
        members.slice(from, from + 5_000).map(({ id }) => id),
        { kind: 'round', text: 'Il prossimo giro è il 1° luglio', link: '/moneta' },
      ),
    )
  now = new Date('2026-06-11T07:00:00Z')
  const before = process.memoryUsage().rss
  const began = performance.now()
  await notices.sendDigests()
  const seconds = (performance.now() - began) / 1000
  const grown = (process.memoryUsage().rss - before) / MEGABYTE
  const [counted] = await db.query<{ many: number }>(
    sql`select count(*) as many from mail where subject like '%novità%'`,
  )
  expect(counted?.many).toBe(members.length)
  // xmin is the transaction that marked the notice as mailed. Its length in seconds depends on the disk.
  const [largest] = await db.query<{ many: number }>(
    sql`select count(*) as many from notice group by xmin::text order by 1 desc limit 1`,
  )
  await annotate(
    `${members.length} riepiloghi in ${seconds.toFixed(0)} s, +${grown.toFixed(0)} MB, al più ${largest?.many} in una transazione`,
  )
  expect(grown).toBeLessThan(100)
  expect(largest?.many).toBeLessThanOrEqual(LARGEST_BATCH)
})
