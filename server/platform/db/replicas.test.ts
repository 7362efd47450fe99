// @module-tag slow
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { openReplicas } from '#server/platform/db/replicas.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { aReplicatedDatabase } from '#test/replicated-database.ts'
import { HANGING_MS } from '#test/siege.ts'

const CHANGE = { section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }
/** A change is seen on every instance within this time. */
const VISIBLE_MS = HANGING_MS
/** Reads go to a replica, or no longer go to it, within this time. */
const SWITCH_MS = 20_000
const DELAYED = ['recovery_min_apply_delay=300ms']

type Instance = Awaited<ReturnType<typeof aPiazza>>
const nameOf = async ({ call }: Instance, id: string, token?: string) =>
  ((await call('GET', `/api/products/${id}`, { token })).body as { name?: string }).name
const statusOf = async (instance: Instance, path: string) => (await instance.call('GET', path)).status

const setUp = async (options: { replicas?: string[][]; instances?: number; cacheMegabytes?: number } = {}) => {
  const { primary, replicas } = await aReplicatedDatabase(options.replicas)
  await migrate(primary.db)
  const env = {
    CACHE_MB: String(options.cacheMegabytes ?? 0),
    DATABASE_URL: primary.url,
    DATABASE_READ_URLS: replicas.map(({ url }) => url).join(' '),
  }
  const make = () => aPiazza({ db: primary.db, env })
  const instances = await Promise.all(Array.from({ length: options.instances ?? 1 }, make))
  const [first] = instances
  const [replica] = replicas
  if (!first || !replica) throw new Error('no instances')
  return { primary, replica, replicas, first, instances }
}

/** Reads through `openReplicas`, and whether a replica serves them at the moment. */
const someReads = async (replicas?: string[][]) => {
  const { primary, replicas: servers } = await aReplicatedDatabase(replicas)
  await primary.db.execute(sql`create table thing (name text)`)
  const lines: string[] = []
  const urls = servers.map(({ url }) => url)
  const { reads, expectChange, start, stop } = openReplicas(primary.db, urls, (line) => lines.push(line))
  start()
  onTestFinished(stop)
  const isFromReplica = async () => {
    const row = await reads.first<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
    return row?.standby
  }
  await expect.poll(isFromReplica, { timeout: SWITCH_MS }).toBe(true)
  return { primary, replicas: servers, reads, expectChange, isFromReplica, lines }
}

test.runIf(hasPostgres15)('visitors read from a replica: also while the primary is down', async () => {
  const { primary, replica, first } = await setUp()
  const member = await first.aMember()
  const { id, seller } = await first.aListing({ name: 'Pane nero' })
  const addedAt = Date.now()
  const paths = [
    '/api/products',
    '/api/products?name=pane',
    `/api/products/${id}`,
    '/api/products/categories',
    '/api/products/suggestions?q=pan',
    '/api/users/sellers',
    '/api/users/top-sellers',
    `/api/users/${seller.id}`,
    '/feed/offro.xml',
    '/sitemap.xml',
  ]
  for (const path of paths) expect([path, await statusOf(first, path)]).toEqual([path, 200])
  // The primary serves reads until the replica has applied the listing.
  const hasRead = async () => {
    await first.call('GET', `/api/products/${id}`)
    return replica.hasReadSince(new Date(addedAt + 500))
  }
  await expect.poll(hasRead, { timeout: SWITCH_MS }).toBe(true)
  await primary.kill()
  for (const path of paths) expect([path, await statusOf(first, path)]).toEqual([path, 200])
  expect((await first.call('GET', `/api/products/${id}`, { token: member.token })).status).toBe(503)
})

test.runIf(hasPostgres15)(
  'an author sees a change at once on every instance, and visitors on the same instance',
  async () => {
    const { first, instances } = await setUp({ replicas: [DELAYED, []], instances: 2, cacheMegabytes: 8 })
    const seller = await first.aMember()
    const { id } = await first.aListing({ by: seller, name: 'Pane 0' })
    for (let change = 1; change <= 15; change++) {
      const name = `Pane ${change}`
      const { status } = await first.call('PUT', `/api/products/${id}`, {
        token: seller.token,
        body: { ...CHANGE, name },
      })
      expect(status).toBe(200)
      expect(await nameOf(first, id)).toBe(name)
      for (const instance of instances) expect(await nameOf(instance, id, seller.token)).toBe(name)
      for (const instance of instances)
        await expect.poll(() => nameOf(instance, id), { timeout: VISIBLE_MS }).toBe(name)
      // After a change was visible, an instance never responds with an older state, not even from its cache.
      for (const instance of instances) expect(await nameOf(instance, id)).toBe(name)
    }
  },
)

test.runIf(hasPostgres15)('with a replica that stands still no cache is filled with an older state', async () => {
  const { primary, replica, instances, first } = await setUp({ instances: 2, cacheMegabytes: 8 })
  const { id } = await first.aListing({ name: 'Prima' })
  for (const instance of instances) await expect.poll(() => nameOf(instance, id), { timeout: VISIBLE_MS }).toBe('Prima')
  await replica.pause()
  await primary.db.execute(sql`update listing set name = 'Dopo' where id = ${id}`)
  for (const instance of instances) {
    await expect.poll(() => nameOf(instance, id), { timeout: VISIBLE_MS }).toBe('Dopo')
    for (let again = 0; again < 20; again++) expect(await nameOf(instance, id)).toBe('Dopo')
  }
})

test.runIf(hasPostgres15)('a replica is not read from until it has applied the change that was announced', async () => {
  const { primary, replicas, reads, expectChange, isFromReplica } = await someReads()
  await expect(reads.query(sql`select 1 / 0`)).rejects.toThrow('division by zero')
  expect(await isFromReplica()).toBe(true)
  await replicas[0]?.pause()
  await primary.db.execute(sql`insert into thing values ('pane')`)
  expectChange()
  for (let read = 0; read < 20; read++) expect(await isFromReplica()).toBe(false)
  await replicas[0]?.resume()
  await expect.poll(isFromReplica, { timeout: SWITCH_MS }).toBe(true)
})

test.runIf(hasPostgres15)('a replica that lags is left out, and used again once it has caught up', async () => {
  const { primary, replicas, isFromReplica, lines } = await someReads()
  await replicas[0]?.pause()
  // Without expectChange, the lag is visible only in the replica's log position.
  await primary.db.execute(sql`insert into thing values ('pane')`)
  await expect.poll(isFromReplica, { timeout: SWITCH_MS }).toBe(false)
  await replicas[0]?.resume()
  await expect.poll(isFromReplica, { timeout: SWITCH_MS }).toBe(true)
  // On a loaded machine the replica may have lagged before.
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^La replica .+ è in ritardo o non risponde/),
    expect.stringMatching(/^La replica .+ è di nuovo aggiornata\.$/),
  ])
})

test.runIf(hasPostgres15)(
  'reads go on when a replica is killed or hangs, and it is used again when it is back',
  async () => {
    const { primary, replicas, reads, isFromReplica } = await someReads([[], []])
    const [first, second] = replicas
    if (!first || !second) throw new Error('no replicas')
    await first.kill()
    for (let read = 0; read < 20; read++) expect(await reads.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    second.signal('SIGSTOP')
    onTestFinished(() => void second.signal('SIGCONT'))
    for (let read = 0; read < 5; read++) expect(await reads.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    await first.again()
    await primary.db.execute(sql`insert into thing values ('pane')`)
    await expect.poll(isFromReplica, { timeout: SWITCH_MS }).toBe(true)
  },
)

test('a server that is no replica is not read from', async () => {
  const [db, other] = await Promise.all([aDatabase(), aDatabase()])
  const { host, port, user, database } = addressOf(other)
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const lines: string[] = []
  const { reads, start, stop } = openReplicas(db, [url], (line) => lines.push(line))
  start()
  onTestFinished(stop)
  await expect.poll(() => lines.length, { timeout: SWITCH_MS }).toBe(1)
  await db.execute(sql`insert into category (key, name) values ('pane', 'Pane')`)
  expect(await reads.query(sql`select key from category`)).toEqual([{ key: 'pane' }])
})
