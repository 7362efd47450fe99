import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import type { SynonymGroup } from '#domain/market/synonyms.schema.ts'
import { readBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const setUp = async (options?: Parameters<typeof anOwnPiazza>[0]) => {
  const piazza = await anOwnPiazza(options)
  const admin = await piazza.aMember({ isAdmin: true })
  const find = async (query: string) => {
    const { body } = await piazza.call('GET', `/api/products?${query}`)
    return (body as ListingPage).products.map(({ name }) => name)
  }
  const add = (words: unknown) => piazza.call('POST', '/api/synonyms', { token: admin.token, body: { words } })
  const groups = async () =>
    ((await piazza.call('GET', '/api/synonyms', { token: admin.token })).body as { groups: SynonymGroup[] }).groups
  return { piazza, admin, find, add, groups }
}

test('a search finds synonyms, words and phrases, with filters, near a place and in any order', async () => {
  const { piazza, find } = await setUp()
  const names = ['Tata referenziata', 'Cerco baby sitter', 'Babysitter la sera', 'Badante di notte']
  for (const name of names) await piazza.aListing({ name, category: 'Bambini' })
  await piazza.db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino'`)
  const found = names.slice(0, 3).toSorted()
  for (const words of ['babysitter', 'tata', 'baby sitter', 'bambinaie'])
    for (const rest of ['', '&category=Bambini', '&near=Chieri', '&order=lowest', '&order=newest'])
      expect((await find(`name=${words}${rest}`)).toSorted(), words + rest).toEqual(found)
})

test('listings with the word itself in the title come before those with a synonym', async () => {
  const { piazza, find } = await setUp()
  for (const name of ['Sofà di famiglia', 'Divano blu', 'Sofà letto']) await piazza.aListing({ name })
  for (const rest of ['', '&section=offro'])
    expect(await find(`name=divano${rest}`)).toEqual(['Divano blu', 'Sofà letto', 'Sofà di famiglia'])
})

test('several words: each may be replaced by its synonyms; the number of results is right', async () => {
  const { piazza } = await setUp()
  for (const name of ['Bici da bambino', 'Bicicletta per bimbi', 'Bicicletta da corsa']) await piazza.aListing({ name })
  const { body } = await piazza.call('GET', '/api/products?name=bici+bimbo')
  expect((body as ListingPage).products.map(({ name }) => name)).toEqual(['Bicicletta per bimbi', 'Bici da bambino'])
  expect(body).toMatchObject({ total: 2 })
  expect((await piazza.call('GET', '/api/products?name=bici')).body).toMatchObject({ total: 3 })
})

test('synonyms that an admin adds hold at once, also for cached answers, and end when they are removed', async () => {
  const { piazza, admin, find, add, groups } = await setUp({ env: { CACHE_MB: '8' } })
  await piazza.aListing({ name: 'Tigelle calde' })
  expect(await find('name=crescentine')).toEqual([])
  const { status, body } = await add(['Tigelle', 'crescentine', 'tigelle'])
  expect({ status, body }).toMatchObject({ status: 200, body: { words: ['tigelle', 'crescentine'], builtIn: false } })
  await expect.poll(() => find('name=crescentine'), { timeout: 10_000 }).toEqual(['Tigelle calde'])
  expect((await groups())[0]).toMatchObject({ words: ['tigelle', 'crescentine'] })
  const { _id } = body as SynonymGroup
  expect((await piazza.call('DELETE', `/api/synonyms/${_id}`, { token: admin.token })).status).toBe(200)
  await expect.poll(() => find('name=crescentine'), { timeout: 10_000 }).toEqual([])
})

test('a group needs two words that the search tells apart; the built-in ones stay', async () => {
  const { piazza, admin, add, groups } = await setUp()
  for (const words of [
    ['torta'],
    ['torta', 'torte'],
    ['il', 'torta'],
    ['a&b', 'c|d'],
    'torta',
    ['torta', 'x'.repeat(41)],
  ])
    expect((await add(words)).status, String(words)).toBe(422)
  const [first] = await groups()
  expect(first?.builtIn).toBe(true)
  expect((await piazza.call('DELETE', `/api/synonyms/${first?._id}`, { token: admin.token })).status).toBe(404)
})

test('the built-in list has more than 300 groups of words that the search tells apart', async () => {
  const db = await aDatabase()
  const list = await readBuiltInSynonyms()
  expect(list.length).toBeGreaterThan(300)
  const groups = await db.query<{ words: string[]; queries: number }>(sql`
    select g.words, count(s.query) as queries from synonym_group g left join synonym s on s.group_id = g.id
    where g.built_in group by g.id`)
  expect(groups).toHaveLength(list.length)
  expect(groups.filter(({ words, queries }) => queries < words.length)).toEqual([])
})

test('no word of the built-in list is in two groups', async () => {
  const db = await aDatabase()
  const shared = await db.query<{ query: string; groups: string[][] }>(sql`
    select s.query, jsonb_agg(g.words) as groups from synonym s join synonym_group g on g.id = s.group_id
    group by s.query having count(*) > 1`)
  expect(shared).toEqual([])
})
