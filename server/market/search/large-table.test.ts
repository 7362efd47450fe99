// @module-tag slow
import { expect, test } from 'vitest'
import { type ListingPage, ListingQuery } from '#domain/market/listings.schema.ts'
import { sortedPage } from '#server/market/search/sorted-search.ts'
import { sql } from '#server/platform/db/sql.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const LISTINGS = 4_000
const BATCH = 500

/** Vases numbered from the oldest: every third has "rosso" in the title, every 400th "vetro" in the description, prices rise from 1 VAL. */
const aPiazzaWithVases = async (count = LISTINGS) => {
  const piazza = await anOwnPiazza()
  const { id } = await piazza.aMember()
  await piazza.db.execute(sql`insert into category (key, name) values ('vasi', 'Vasi'), ('cocci', 'Cocci')`)
  for (let from = 1; from < count; from += BATCH)
    await piazza.db.execute(sql`
    insert into listing (place, published_at, seller_id, name, section, category, price_val, description, municipality)
    select nextval('listing_place'), now(), ${id}, 'Vaso ' || case when n % 3 = 0 then 'rosso ' else '' end || n,
      case when n % 2 = 0 then 'offro' else 'cerco' end, case when n % 5 = 0 then 'cocci' else 'vasi' end, 100 + n,
      case when n % 400 = 0 then 'Di vetro' else 'Di terra' end, case when n % 4 = 0 then 'Chieri' else 'Asti' end
    from generate_series(${from}::int, ${from + BATCH - 1}::int) as n`)
  const list = async (query: Record<string, string>) => {
    const path = `/api/products?${new URLSearchParams(query)}`
    const { status, body } = await retryOn503(() => piazza.call('GET', path))
    expect(status).toBe(200)
    const { products, pages } = body as ListingPage
    return { numbers: products.map((product) => Number(/\d+/.exec(product.name)?.[0])), pages }
  }
  return { ...piazza, list }
}

const numbersWhere = (matches: (n: number) => boolean) =>
  Array.from({ length: LISTINGS }, (_, index) => LISTINGS - index).filter(matches)
const pageOf = (numbers: number[], p: number) => ({
  numbers: numbers.slice((p - 1) * 12, p * 12),
  pages: Math.ceil(numbers.length / 12),
})

test('every page of a long list has the right listings, also after deletions', async () => {
  const { list, db } = await aPiazzaWithVases()
  const pages = async (query: Record<string, string>, numbers: number[]) => {
    const last = Math.ceil(numbers.length / 12)
    for (const p of [1, 2, Math.floor(last / 2), last - 1, last]) {
      expect(await list({ ...query, p: String(p) })).toEqual(pageOf(numbers, p))
    }
    expect((await list({ ...query, p: String(last + 1) })).numbers).toEqual([])
  }
  await pages(
    {},
    numbersWhere(() => true),
  )
  await pages(
    { section: 'offro' },
    numbersWhere((n) => n % 2 === 0),
  )
  await pages(
    { category: 'vasi' },
    numbersWhere((n) => n % 5 !== 0),
  )
  await db.execute(sql`delete from listing where price_val between 1100 and 1400`)
  await db.execute(sql`update listing set paused = true where price_val % 7 = 0`)
  const left = numbersWhere((n) => (n < 1000 || n > 1300) && (100 + n) % 7 !== 0)
  await pages({}, left)
  await pages(
    { section: 'cerco', category: 'cocci' },
    left.filter((n) => n % 2 === 1 && n % 5 === 0),
  )
})

test('in a large table, the newest matches come first, and all rare matches are found', async () => {
  const { list } = await aPiazzaWithVases()
  const red = numbersWhere((n) => n % 3 === 0)
  expect((await list({ name: 'rosso' })).numbers).toEqual(red.slice(0, 12))
  expect((await list({ name: 'rossi', p: '20' })).numbers).toEqual(red.slice(228, 240))
  expect(await list({ name: 'vetro' })).toEqual({ numbers: numbersWhere((n) => n % 400 === 0), pages: 1 })
  expect(await list({ name: 'vaso rosso vetro' })).toEqual({ numbers: numbersWhere((n) => n % 1200 === 0), pages: 1 })
  expect(await list({ name: 'vaso', category: 'cocci', min: '1', max: '10' })).toMatchObject({
    numbers: numbersWhere((n) => n % 5 === 0 && n <= 900).slice(0, 12),
    pages: 15,
  })
  expect((await list({ name: 'rosso', section: 'cerco' })).numbers).toEqual(red.filter((n) => n % 2 === 1).slice(0, 12))
  expect((await list({ name: 'rosso', order: 'lowest' })).numbers).toEqual(red.slice(-12).reverse())
  expect((await list({ min: '10', max: '100', p: '100' })).numbers).toEqual(
    numbersWhere((n) => n >= 900).slice(1188, 1200),
  )
  expect((await list({ min: '20', max: '40', order: 'highest' })).numbers[0]).toBe(3900)
  expect((await list({ min: '20', max: '20.01' })).numbers).toEqual([1901, 1900])
})

test('in a large table, the nearest listings come first', async () => {
  const { list } = await aPiazzaWithVases()
  const [chieri, asti] = [numbersWhere((n) => n % 4 === 0), numbersWhere((n) => n % 4 !== 0)]
  expect((await list({ near: 'Torino', km: '50' })).numbers).toEqual(chieri.slice(0, 12))
  expect((await list({ near: 'Torino', km: '50', p: '84' })).numbers).toEqual([
    ...chieri.slice(996),
    ...asti.slice(0, 8),
  ])
  expect((await list({ near: 'Asti', km: '5', name: 'rosso' })).numbers).toEqual(
    asti.filter((n) => n % 3 === 0).slice(0, 12),
  )
})

test('a sorted page far into more matches than the first ones read has the right listings', async () => {
  const { db } = await aPiazzaWithVases(6_000)
  const query = ListingQuery.parse({ min: '1', order: 'highest', p: '200', pageSize: '12' })
  // Claims a million listings, so that collecting is estimated to read fewer rows than scanning.
  const { rows } = await sortedPage(db, query, { tsquery: undefined, matches: 6_000, listed: 1_000_000 })
  expect(rows.map(({ priceVal }) => priceVal)).toEqual(
    Array.from({ length: 12 }, (_, index) => 6_100 - 199 * 12 - index),
  )
})
