import { expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'

const WITH_CACHE = { env: { CACHE_MB: '8' } }
const OLDEST_MILLISECONDS = 2_000

/** Copies of the server over one database, each keeping answers. */
const copies = async (count: number) => {
  const db = await aDatabase()
  const made = await Promise.all(Array.from({ length: count }, () => aPiazza({ db, ...WITH_CACHE })))
  const [first] = made
  if (!first) throw new Error('none asked for')
  return { db, first, copies: made }
}

type Copy = Awaited<ReturnType<typeof aPiazza>>
const hitsOf = async ({ call }: Copy) =>
  Number(/^response_cache_hits (\d+)$/m.exec((await call('GET', '/metrics')).text)?.[1])
const titleIn = async ({ call }: Copy, id: string) =>
  ((await call('GET', `/api/products/${id}`)).body as { name: string }).name

const untilItKeeps = (copy: Copy) =>
  expect
    .poll(
      async () => {
        const before = await hitsOf(copy)
        await copy.call('GET', '/api/products/categories')
        return (await hitsOf(copy)) - before
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

test('a change in one copy drops what the others kept, and who made it sees it at once', async () => {
  const { first, copies: all } = await copies(3)
  const seller = await first.aMember()
  const { id } = await first.aListing({ by: seller, name: 'Pane nero' })
  await Promise.all(all.map(untilItKeeps))
  for (const copy of all) expect(await titleIn(copy, id)).toBe('Pane nero')
  const change = { name: 'Pane bianco', section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }
  const { status } = await first.call('PUT', `/api/products/${id}`, { token: seller.token, body: change })
  expect(status).toBe(200)
  expect(await titleIn(first, id)).toBe('Pane bianco')
  for (const copy of all) {
    const mine = await copy.call('GET', `/api/products/${id}`, { token: seller.token })
    expect(mine.body).toMatchObject({ name: 'Pane bianco' })
    await expect.poll(() => titleIn(copy, id), { timeout: OLDEST_MILLISECONDS }).toBe('Pane bianco')
  }
})

test('what was written behind the servers’ back is told by the database itself', async () => {
  const { db, first } = await copies(1)
  const { seller, id } = await first.aListing({ name: 'Miele' })
  await untilItKeeps(first)
  expect((await first.call('GET', '/api/products')).text).toContain('Miele')
  await db.execute(sql`update member set seller_name = 'Apicoltura nuova' where id = ${seller.id}`)
  const list = async () => (await first.call('GET', '/api/products')).text
  await expect.poll(list, { timeout: OLDEST_MILLISECONDS }).toContain('Apicoltura nuova')
  await db.execute(sql`delete from listing where id = ${id}`)
  await expect.poll(list, { timeout: OLDEST_MILLISECONDS }).not.toContain('Miele')
})

test('a listing whose time has come goes without anybody writing anything', async () => {
  const { db, first } = await copies(1)
  const { id } = await first.aListing({ name: 'Fiera di oggi' })
  await untilItKeeps(first)
  await db.execute(sql`update listing set expires_at = now() + interval '2 seconds' where id = ${id}`)
  expect((await first.call('GET', '/api/products')).text).toContain('Fiera di oggi')
  await expect
    .poll(async () => (await first.call('GET', '/api/products')).text, { timeout: 2_000 + OLDEST_MILLISECONDS })
    .not.toContain('Fiera di oggi')
})

test('when the connection that tells of changes is cut, nothing old is given out and keeping begins again', async () => {
  const { db, first } = await copies(1)
  const { id } = await first.aListing({ name: 'Prima' })
  await untilItKeeps(first)
  expect(await titleIn(first, id)).toBe('Prima')
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )
  await db.execute(sql`update listing set name = 'Dopo' where id = ${id}`)
  await expect.poll(() => titleIn(first, id), { timeout: OLDEST_MILLISECONDS }).toBe('Dopo')
  await untilItKeeps(first)
})

test('read and written at random through three copies, no answer is older than two seconds', async () => {
  const { db, first, copies: all } = await copies(3)
  const listings = await Promise.all(Array.from({ length: 4 }, () => first.aListing({ name: '0' })))
  await Promise.all(all.map(untilItKeeps))
  const written = listings.map(() => [{ value: 0, at: 0 }])
  const ends = Date.now() + 4_000
  const stale: string[] = []
  let reads = 0

  const writer = async () => {
    for (let value = 1; Date.now() < ends; value++) {
      const which = value % listings.length
      await db.execute(sql`update listing set name = ${String(value)} where id = ${listings[which]?.id ?? ''}`)
      written[which]?.push({ value, at: Date.now() })
    }
  }
  const reader = async (copy: Copy) => {
    while (Date.now() < ends) {
      const which = Math.floor(Math.random() * listings.length)
      const asked = Date.now()
      const seen = Number(await titleIn(copy, listings[which]?.id ?? ''))
      reads++
      const known = written[which]?.findLast(({ at }) => at < asked - OLDEST_MILLISECONDS)
      if (known && seen < known.value) stale.push(`${seen} where ${known.value} was long written`)
    }
  }
  await Promise.all([writer(), ...all.map(reader), ...all.map(reader)])
  expect(reads).toBeGreaterThan(100)
  expect(stale).toEqual([])
  const hits = await Promise.all(all.map(hitsOf))
  expect(Math.min(...hits)).toBeGreaterThan(0)
})
