import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ListingQuery } from '#domain/market/listings.schema.ts'
import { SECTIONS } from '#domain/market/listings.ts'
import { makeSearch } from '#server/market/search/search.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { untilWaiting } from '#test/lock-waits.ts'
import { makePopulation } from '#test/population.ts'

// For random listings and searches, the saved searches that find a listing are exactly those whose pages contain it, as soon
// as their words are resolved.

const WORDS = [
  'bici',
  'bicicletta',
  'biciclette',
  'rossa',
  'rosso',
  'libro',
  'libri',
  'libreria',
  'della',
  'tavolo',
  'baby',
  'sitter',
  'tata',
  'delfino',
  'ferrovia',
]
// What people type: words of listings, of which several are synonyms; incomplete and misspelt words; articles, also
// misspelt; and words that no listing has.
const INCOMPLETE = ['bicicl', 'libre', 'ferro', 'ferri']
const TYPED = [
  ...WORDS,
  ...INCOMPLETE,
  'biciclieta',
  'biciceta',
  'gratis',
  'libbro',
  'tavlo',
  'del',
  'dell',
  'dela',
  'il',
  'ukulele',
  'ROSSÀ',
]
const CATEGORIES = ['Libri', 'Bici', 'Casa']
const COMUNI = [
  ['Torino', 'TO'],
  ['Ivrea', 'TO'],
  ['Milano', 'MI'],
]
const PRICES = [0, 100, 550, 1_000, 1_001, 10_000, 99_999]

const words = (list: string[], max: number) =>
  fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: max }).map((chosen) => chosen.join(' '))

const aListing = fc.record({
  name: words(WORDS, 3),
  description: fc.oneof(fc.constant(''), words(WORDS, 4)),
  brand: fc.constantFrom('', 'ROSSA', 'LIBRO,TAVOLO'),
  section: fc.constantFrom(...SECTIONS),
  category: fc.constantFrom(...CATEGORIES),
  price: fc.constantFrom(...PRICES),
  comune: fc.option(fc.constantFrom(...COMUNI), { nil: ['', ''] }),
  stars: fc.integer({ min: 0, max: 5 }),
  picture: fc.boolean(),
  seller: fc.integer({ min: 0, max: 1 }),
  state: fc.constantFrom('shown', 'shown', 'shown', 'shown', 'paused', 'expired'),
})
type RandomListing = typeof aListing extends fc.Arbitrary<infer T> ? T : never

const aQuery = fc.record(
  {
    name: words(TYPED, 3),
    section: fc.constantFrom(...SECTIONS),
    category: fc.constantFrom(...CATEGORIES, 'libri', 'Nessuna'),
    seller: fc.integer({ min: 0, max: 1 }),
    min: fc.constantFrom('1', '5.5', '10', '100'),
    max: fc.constantFrom('1', '10', '100', '1000', '99.99'),
    rating: fc.constantFrom('1', '3', '4', '5'),
    free: fc.constant('1'),
    picture: fc.constant('1'),
    exact: fc.constant('1'),
    near: fc.constantFrom('Torino (TO)', 'Chivasso', 'Milano'),
    km: fc.constantFrom('10', '50', '100'),
  },
  { requiredKeys: [] },
)

type Seller = { id: string }

const store = async (db: Database, listing: RandomListing, sellers: Seller[]): Promise<string> => {
  const [municipality = '', city = ''] = listing.comune
  const start = listing.section === 'avviso' ? new Date(Date.now() + 86_400_000) : null
  const end = start && new Date(start.getTime() + 3_600_000)
  const [row] = await db.query<{ id: string }>(sql`
    insert into listing (place, published_at, seller_id, name, section, category, price_val, description, brand, paused, expired,
      images, rating_sum, rating_count, municipality, city, starts_at, ends_at, expires_at)
    values (nextval('listing_place'), now(), ${sellers[listing.seller]?.id}, ${listing.name}, ${listing.section},
      ${listing.category.toLowerCase()}, ${listing.section === 'dono' ? 0 : listing.price}, ${listing.description},
      ${listing.brand}, ${listing.state === 'paused'}, ${listing.state === 'expired'},
      ${listing.picture ? ['/uploads/x.webp'] : []}, ${listing.stars}, ${listing.stars > 0 ? 1 : 0}, ${municipality}, ${city},
      ${start}, ${end}, ${end})
    returning id`)
  return row?.id ?? ''
}

const CHANGES: Sql[] = [
  sql`paused = not paused`,
  sql`hidden = not hidden`,
  sql`withheld = 'reports'`,
  sql`name = 'tavolo della tata', description = ''`,
  sql`price_val = case when section = 'dono' then 0 else 700 end`,
  sql`section = 'offro', starts_at = null, ends_at = null, expires_at = null`,
  sql`category = 'casa'`,
  sql`rating_sum = 2, rating_count = 1`,
  sql`images = case when has_picture then '{}'::text[] else '{/uploads/y.webp}' end`,
  // Ended, and not marked as expired yet.
  sql`starts_at = case when starts_at is not null then now() - interval '2 minutes' end,
    ends_at = case when ends_at is not null then now() - interval '1 minute' end, expires_at = now() - interval '1 minute'`,
]

/** Without a server: its hourly job deletes saved searches that no alert uses. */
const setUp = async () => {
  const db = await aDatabase()
  return { db, ...makePopulation(db) }
}

test('saved searches find a listing exactly when the search does', { tags: 'slow', timeout: 120_000 }, async () => {
  const { db, aMember } = await setUp()
  const sellers = [await aMember(), await aMember()]
  for (const name of CATEGORIES)
    await db.execute(sql`insert into category (key, name) values (${name.toLowerCase()}, ${name})`)
  const search = makeSearch(db)
  const otherSeller = sql`seller_id = ${sellers[1]?.id}`
  const world = fc.record({
    listings: fc.array(aListing, { minLength: 1, maxLength: 12 }),
    queries: fc.array(aQuery, { minLength: 10, maxLength: 30 }),
    gone: fc.nat(),
    changes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...CHANGES, otherSeller)), { minLength: 2, maxLength: 4 }),
  })

  const compare = async (ids: string[], saved: Map<number, ListingQuery>) => {
    const bySearch = new Map<number, string[]>()
    for (const [id, query] of saved) {
      const { rows } = await search.listings({ ...query, pageSize: 60 })
      bySearch.set(id, rows.map((row) => row.id).toSorted())
    }
    const byListing = new Map<number, string[]>([...saved.keys()].map((id) => [id, []]))
    for (const listingId of ids)
      for (const id of await search.saved.thatFind(listingId)) byListing.get(id)?.push(listingId)
    for (const [id, query] of saved)
      expect({ query, found: byListing.get(id)?.toSorted() }).toEqual({ query, found: bySearch.get(id) })
  }

  await fc.assert(
    fc.asyncProperty(world, async ({ listings, queries, gone, changes }) => {
      await db.execute(sql`delete from listing`)
      await db.execute(sql`delete from saved_search`)
      const saved = new Map<number, ListingQuery>()
      const save = async ({ seller, ...given }: (typeof queries)[number]) => {
        const query = ListingQuery.parse({ ...given, ...(seller === undefined ? {} : { seller: sellers[seller]?.id }) })
        // Articles alone cannot be saved.
        await db
          .transaction((tx) => search.saved.save(tx, query, { noWords: '' }))
          .then(
            (id) => saved.set(id, query),
            (error) => expect(error).toMatchObject({ kind: 'invalid' }),
          )
      }
      const half = Math.ceil(queries.length / 2)
      for (const query of queries.slice(0, half)) await save(query)
      const ids: string[] = []
      for (const listing of listings) ids.push(await store(db, listing, sellers))
      for (const query of queries.slice(half)) await save(query)
      await compare(ids, saved)
      // Again with one listing less, which changes the known words and which listings have all words.
      const [removed = ''] = ids.splice(gone % ids.length, 1)
      await db.execute(sql`delete from listing where id = ${removed}`)
      await search.saved.resolveAll()
      await compare(ids, saved)
      for (const [number, change] of changes) {
        const changed = ids[number % ids.length] ?? null
        await db.execute(sql`update listing set ${change} where id = ${changed}`)
      }
      await search.saved.resolveAll()
      await compare(ids, saved)
    }),
    { numRuns: 12 },
  )
})

test.each([
  ['was misspelt', { name: 'fisarmonicca', existing: 'Tavolo', published: 'Fisarmonica' }],
  ['was misspelt twice', { name: 'fisarmmonca', existing: 'Tavolo', published: 'Fisarmonica' }],
  ['was incomplete', { name: 'fisarmo', existing: 'Tavolo', published: 'Fisarmonica' }],
  ['stood for a longer one', { name: 'ocarina', existing: 'Ocarinaio', published: 'Ocarina' }],
  ['has a synonym', { name: 'divano', existing: 'Tavolo', published: 'Sofà' }],
])('a listing is found at once by a saved search whose word no listing had, and %s', async (_, words) => {
  const { db, aListing } = await setUp()
  const search = makeSearch(db)
  await aListing({ name: words.existing })
  const query = ListingQuery.parse({ name: words.name })
  const saved = await db.transaction((tx) => search.saved.save(tx, query, { noWords: '' }))
  await search.saved.resolve(saved)
  const { id } = await aListing({ name: words.published })
  expect((await search.listings(query)).rows.map((row) => row.id)).toEqual([id])
  expect(await search.saved.thatFind(id)).toEqual([saved])
})

test('any of the words suffices while no listing has all, and again after the night when none has them any more', async () => {
  const { db, aListing } = await setUp()
  const { saved } = makeSearch(db)
  const query = ListingQuery.parse({ name: 'fisarmonica ottavino' })
  const id = await db.transaction((tx) => saved.save(tx, query, { noWords: '' }))
  const one = await aListing({ name: 'Fisarmonica' })
  expect(await saved.thatFind(one.id)).toEqual([id])
  const both = await aListing({ name: 'Fisarmonica e ottavino' })
  expect(await saved.thatFind(one.id)).toEqual([])
  expect(await saved.thatFind(both.id)).toEqual([id])
  await saved.resolveAll()
  await db.execute(sql`update listing set name = 'Tavolo' where id = ${both.id}`)
  await saved.resolveAll()
  expect(await saved.thatFind(one.id)).toEqual([id])
})

test('searches of an installation from before words were resolved find a listing', async () => {
  const { db, aListing } = await setUp()
  const { saved } = makeSearch(db)
  const save = (query: object) => db.transaction((tx) => saved.save(tx, ListingQuery.parse(query), { noWords: '' }))
  const ids = [await save({ name: 'fisarmonica' }), await save({ section: 'offro' })]
  const { id } = await aListing({ name: 'Fisarmonica' })
  expect((await saved.thatFind(id)).toSorted()).toEqual(ids)
})

test('searches that were unused are kept if they are being saved', async () => {
  const { db, aListing, aMember } = await setUp()
  const { saved } = makeSearch(db)
  const member = await aMember()
  const save = (tx: Queries, name: string) => saved.save(tx, ListingQuery.parse({ name }), { noWords: '' })
  await db.transaction(async (tx) => {
    await save(tx, 'ukulele')
    await save(tx, 'ocarina')
  })
  await db.execute(sql`delete from saved_search where parameters like '%ukulele%'`)
  const ids: number[] = []
  const { promise: isSaved, resolve: setSaved } = Promise.withResolvers<void>()
  const { promise: isRemoving, resolve: setRemoving } = Promise.withResolvers<void>()
  const saving = db.transaction(async (tx) => {
    await tx.execute(sql`select from member where id = ${member.id} for no key update`)
    for (const name of ['ukulele', 'ocarina']) {
      const id = await save(tx, name)
      await tx.execute(sql`insert into alert (member_id, search_id, created_at) values (${member.id}, ${id}, now())`)
      ids.push(id)
    }
    setSaved()
    await isRemoving
  })
  await isSaved
  const removing = saved.removeUnused()
  await untilWaiting(db, 'lock table saved_search')
  setRemoving()
  await Promise.all([saving, removing])
  const { id } = await aListing({ name: 'Ukulele e ocarina' })
  expect((await saved.thatFind(id)).toSorted()).toEqual(ids.toSorted())
})
