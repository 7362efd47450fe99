import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'

const WITH_CACHE = { env: { CACHE_MB: '8' } }
const MAX_STALE_MS = 2_000
const MIN_READS = 300
const WRITE_PAUSE_MS = 20
const LONG_WRITE_PAUSE_MS = 300
const READ_PAUSE_MS = 20

/** Instances of the server on one database, each with a cache. */
const instances = async (count: number) => {
  const db = await aDatabase()
  const made = await Promise.all(Array.from({ length: count }, () => aPiazza({ db, ...WITH_CACHE })))
  const [first] = made
  if (!first) throw new Error('no instances')
  return { db, first, instances: made }
}

type Instance = Awaited<ReturnType<typeof aPiazza>>
const figureOf = async ({ call }: Instance, figure: 'hits' | 'entries') =>
  Number(new RegExp(`^response_cache_${figure} (\\d+)$`, 'm').exec((await call('GET', '/metrics')).text)?.[1])
const titleIn = async ({ call }: Instance, id: string) =>
  ((await call('GET', `/api/products/${id}`)).body as { name: string }).name

const waitUntilCaching = (instance: Instance) =>
  expect
    .poll(
      async () => {
        const before = await figureOf(instance, 'hits')
        await instance.call('GET', '/api/products/categories')
        return (await figureOf(instance, 'hits')) - before
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

/** Reads until the last change is visible, at the latest in a response requested two seconds after it. */
const expectFresh = async (isFresh: () => Promise<boolean>) => {
  const deadline = Date.now() + MAX_STALE_MS
  for (let requestedAt = Date.now(); !(await isFresh()); requestedAt = Date.now()) {
    expect(requestedAt, 'the response is stale').toBeLessThan(deadline)
    await sleep(READ_PAUSE_MS)
  }
}

test('a change in one instance invalidates the others, and its author sees it in the next response', async () => {
  const { first, instances: all } = await instances(3)
  const seller = await first.aMember()
  const { id } = await first.aListing({ by: seller, name: 'Pane nero' })
  await Promise.all(all.map(waitUntilCaching))
  for (const instance of all) expect(await titleIn(instance, id)).toBe('Pane nero')
  const change = { name: 'Pane bianco', section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }
  const { status } = await first.call('PUT', `/api/products/${id}`, { token: seller.token, body: change })
  expect(status).toBe(200)
  expect(await titleIn(first, id)).toBe('Pane bianco')
  for (const instance of all) {
    const own = await instance.call('GET', `/api/products/${id}`, { token: seller.token })
    expect(own.body).toMatchObject({ name: 'Pane bianco' })
    await expectFresh(async () => (await titleIn(instance, id)) === 'Pane bianco')
  }
})

test('opening a listing, signing in and out and favourites leave the cache as it is', async () => {
  const { db, first } = await instances(1)
  const password = 'una-password-lunga'
  const { email, token, id: userId } = await first.aMember({ password })
  const { id } = await first.aListing()
  await waitUntilCaching(first)
  const notified: unknown[] = []
  const client = await db.openClient()
  onTestFinished(() => client.end())
  client.on('notification', ({ payload }) => notified.push(payload))
  await client.query('listen piazza_change')
  const writes: [string, string, object][] = [
    ['POST', `/api/products/${id}/views`, {}],
    ['POST', '/api/users/signin', { body: { email, password } }],
    ['PUT', `/api/users/upgrade/${userId}`, { token }],
    ['PUT', `/api/favourites/${id}`, { token }],
    ['DELETE', `/api/favourites/${id}`, { token }],
    ['POST', '/api/users/signout', { token, body: {} }],
  ]
  for (const [method, path, sent] of writes) {
    expect((await first.call(method, path, sent)).status, path).toBe(200)
    expect(await figureOf(first, 'entries'), path).toBeGreaterThan(0)
  }
  // Notifications arrive in commit order, so those of the writes above arrive before this one.
  await client.query(`notify piazza_change, 'end'`)
  expect(notified).toContain('end')
  expect(notified).not.toContain('')
})

test('a change written directly to the database invalidates the cache', async () => {
  const { db, first } = await instances(1)
  const { seller, id } = await first.aListing({ name: 'Miele' })
  await waitUntilCaching(first)
  expect((await first.call('GET', '/api/products')).text).toContain('Miele')
  await db.execute(sql`update member set seller_name = 'Apicoltura nuova' where id = ${seller.id}`)
  const list = async () => (await first.call('GET', '/api/products')).text
  await expectFresh(async () => (await list()).includes('Apicoltura nuova'))
  await db.execute(sql`delete from listing where id = ${id}`)
  await expectFresh(async () => !(await list()).includes('Miele'))
})

test('a listing that expires disappears without a write', { tags: 'slow' }, async () => {
  const { db, first } = await instances(1)
  const { id } = await first.aListing({ name: 'Fiera di oggi' })
  await waitUntilCaching(first)
  const isListed = async () => (await first.call('GET', '/api/products')).text.includes('Fiera di oggi')
  const [row] = await db.query<{ expiresAt: Date }>(sql`
    update listing set expires_at = now() + interval '4 seconds' where id = ${id} returning expires_at as "expiresAt"`)
  expect(await isListed()).toBe(true)
  // Keeps the list in the cache until the listing expires.
  for (const ends = row?.expiresAt.getTime() ?? 0; Date.now() < ends; await sleep(READ_PAUSE_MS)) await isListed()
  await expectFresh(async () => !(await isListed()))
})

test('what was written about a member appears when its time has come, without a write', { tags: 'slow' }, async () => {
  const { db, first } = await instances(1)
  const { buyer, seller, order } = await first.anOrder({ state: 'delivered' })
  await waitUntilCaching(first)
  const isShown = async () => (await first.call('GET', `/api/users/${seller.id}/feedback`)).text.includes('Gentile')
  const [row] = await db.query<{ shownAt: Date }>(sql`
    insert into order_feedback (order_id, author_id, subject_id, rating, comment, created_at, shown_at)
    values (${order.id}, ${buyer.id}, ${seller.id}, 5, 'Gentile', now(), now() + interval '4 seconds')
    returning shown_at as "shownAt"`)
  // Keeps the answer in the cache until then.
  for (const shown = row?.shownAt.getTime() ?? 0; Date.now() < shown; await sleep(READ_PAUSE_MS)) await isShown()
  await expectFresh(isShown)
})

test('when the LISTEN connection is cut nothing stale is answered, and caching starts again', async () => {
  const { db, first } = await instances(1)
  const { id } = await first.aListing({ name: 'Prima' })
  await waitUntilCaching(first)
  expect(await titleIn(first, id)).toBe('Prima')
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'piazza heartbeat'`,
  )
  await db.execute(sql`update listing set name = 'Dopo' where id = ${id}`)
  await expectFresh(async () => (await titleIn(first, id)) === 'Dopo')
  await waitUntilCaching(first)
})

test('with random reads and writes through three instances no response is older than two seconds', {
  tags: 'slow',
}, async () => {
  const { db, first, instances: all } = await instances(3)
  const listings = await Promise.all(Array.from({ length: 4 }, () => first.aListing({ name: '0' })))
  await Promise.all(all.map(waitUntilCaching))
  const hits = async () =>
    (await Promise.all(all.map((instance) => figureOf(instance, 'hits')))).reduce((sum, each) => sum + each, 0)
  const hitsBefore = await hits()
  const written = listings.map(() => [{ value: 0, at: 0 }])
  const ends = Date.now() + 2 * MAX_STALE_MS
  const stale: string[] = []
  let reads = 0
  const isOver = () => Date.now() > ends && reads > MIN_READS

  const writer = async () => {
    for (let value = 1; !isOver(); value++) {
      const which = value % listings.length
      await db.execute(sql`update listing set name = ${String(value)} where id = ${listings[which]?.id ?? ''}`)
      written[which]?.push({ value, at: Date.now() })
      // Some reads must find what an earlier one has cached, also on a slow machine.
      await sleep(value % 10 === 0 ? LONG_WRITE_PAUSE_MS : WRITE_PAUSE_MS)
    }
  }
  const reader = async (instance: Instance) => {
    while (!isOver()) {
      const which = Math.floor(Math.random() * listings.length)
      const requestedAt = Date.now()
      const seen = Number(await titleIn(instance, listings[which]?.id ?? ''))
      reads++
      const known = written[which]?.findLast(({ at }) => at < requestedAt - MAX_STALE_MS)
      if (known && seen < known.value) stale.push(`${seen} where ${known.value} was written before`)
    }
  }
  await Promise.all([writer(), ...all.map(reader), ...all.map(reader)])
  expect(stale).toEqual([])
  expect(await hits()).toBeGreaterThan(hitsBefore)
})
