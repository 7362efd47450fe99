import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import type { Filter } from '#domain/market/saved-searches.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const search = async (piazza: Piazza, query: Record<string, string>) => {
  const { status, body } = await piazza.call('GET', `/api/products?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  const { products, pages, page } = body as ListingPage
  return { names: products.map((product) => product.name), pages, page }
}

const MISSPELT = [
  ['biciclieta', 'Bicicletta da corsa'],
  ['marmelata', 'Marmellata di fichi'],
  ['chitara', 'Chitarra classica'],
  ['lampda', 'Lampada a stelo'],
  ['libbro', 'Libro di cucina'],
  ['tavlo', 'Tavolo in noce'],
  ['BICICLETE', 'Bicicletta da corsa'],
  ['marmell', 'Marmellata di fichi'],
] as const

test('misspelt and incomplete words are corrected', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  for (const name of ['Bicicletta da corsa', 'Marmellata di fichi', 'Chitarra classica', 'Libro di cucina']) {
    await piazza.aListing({ by, name })
  }
  await piazza.aListing({ by, name: 'Tavolo in noce' })
  await piazza.aListing({ by, name: 'Lampada a stelo' })
  for (const [typed, found] of MISSPELT) expect((await search(piazza, { name: typed })).names[0], typed).toBe(found)
})

const MARKED = [
  ['Lezioni d’uncinetto', 'uncinetto'],
  ['Lezioni di uncinetto', 'd’uncinetto'],
  ['«Uncinetto» per principianti', 'uncinetto'],
  ['Uncinetto… e maglia', 'uncinetto'],
  ['Maglia–uncinetto', 'uncinetto'],
  ['Maglia\u00a0e\u00a0uncinetto 🧶', 'uncinetto'],
  ['🧶Uncinetto', 'uncineto'],
] as const

test('typographic marks and symbols are no part of words', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  for (const [index, [name, typed]] of MARKED.entries()) {
    const category = `Prova ${index}`
    await piazza.aListing({ by, name, category })
    await piazza.aListing({ by, name: 'Torta', description: `Dopo la ${name}.`, category })
    const { names } = await search(piazza, { name: typed, category: category.toLowerCase() })
    expect(names, `${name} by ${typed}`).toEqual([name, 'Torta'])
  }
})

test('matches in titles come before tags and categories, these before descriptions; within each, the newest first', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  await piazza.aListing({ by, name: 'Miele di acacia' })
  await piazza.aListing({ by, name: 'Miele di tiglio' })
  await piazza.aListing({ by, name: 'Vasetto', brand: 'MIELE' })
  await piazza.aListing({ by, name: 'Candela', category: 'Api e miele' })
  await piazza.aListing({ by, name: 'Torta', description: 'Con noci e miele.' })
  const { names, pages } = await search(piazza, { name: 'miele' })
  expect(names).toEqual(['Miele di tiglio', 'Miele di acacia', 'Candela', 'Vasetto', 'Torta'])
  expect(pages).toBe(1)
})

test('articles and prepositions are left out, not taken for the beginning of another word', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  await piazza.aListing({ by, name: 'Tavolo e sedie' })
  await piazza.aListing({ by, name: 'Condizionatore' })
  await piazza.aListing({ by, name: 'Tavolo con sedie e condizionatore' })
  const both = ['Tavolo con sedie e condizionatore', 'Tavolo e sedie']
  expect((await search(piazza, { name: 'tavolo con sedie' })).names).toEqual(both)
  expect((await search(piazza, { name: 'con' })).names).toEqual([])
})

test('listings must have all words, or any of them if none has all', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  await piazza.aListing({ by, name: 'Sedia di legno' })
  await piazza.aListing({ by, name: 'Tavolo di legno' })
  await piazza.aListing({ by, name: 'Tavolo di vetro' })
  expect((await search(piazza, { name: 'tavolo legno' })).names).toEqual(['Tavolo di legno'])
  expect((await search(piazza, { name: 'sedia vetro' })).names).toEqual(['Tavolo di vetro', 'Sedia di legno'])
  await piazza.aListing({ by, name: 'Mobile', description: 'Tavolo di legno' })
  await piazza.aListing({ by, name: 'Arredo', brand: 'TAVOLO,LEGNO' })
  await piazza.aListing({ by, name: 'Altro mobile', description: 'Tavolo di legno' })
  const ranked = ['Tavolo di legno', 'Arredo', 'Altro mobile', 'Mobile']
  expect((await search(piazza, { name: 'tavoli legno' })).names).toEqual(ranked)
  expect((await search(piazza, { name: 'sedia xyzzy' })).names).toEqual(['Sedia di legno'])
  expect((await search(piazza, { name: 'xyzzy' })).names).toEqual([])
  expect((await search(piazza, { name: 'di' })).names).toEqual([])
})

const SPECIAL = ['%', '_', "'", '"', "L'ac_qua%", '\\', '&', '!', '(', ':*', '<->', "a' & 'b", '   ', '🐝', '#12']

test('special characters are ignored', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Sedia' })
  for (const typed of SPECIAL) {
    expect((await search(piazza, { name: `sedia ${typed}` })).names, typed).toEqual(['Sedia'])
    await search(piazza, { name: typed })
  }
})

test('words, category, price and rating are combined, and the matches sorted', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  const wish = { by, category: 'Biciclette' }
  const cheap = await piazza.aListing({ ...wish, name: 'Bici piccola', priceVal: 4_000 })
  const edge = await piazza.aListing({ ...wish, name: 'Bici giusta', priceVal: 10_000 })
  const dear = await piazza.aListing({ ...wish, name: 'Bici grande', priceVal: 30_000 })
  const other = await piazza.aListing({ by, category: 'Musica', name: 'Bici da ascoltare', priceVal: 5_000 })
  for (const listing of [cheap, edge, dear, other]) await piazza.aReview(listing, { rating: 4 })
  await piazza.aListing({ ...wish, name: 'Bici mai provata', priceVal: 5_000 })
  const all = { name: 'bici', category: 'biciclette', rating: '4' }
  expect((await search(piazza, { ...all, min: '10', max: '100' })).names).toEqual(['Bici giusta', 'Bici piccola'])
  expect((await search(piazza, { ...all, min: '100', max: '1000' })).names).toEqual(['Bici grande', 'Bici giusta'])
  expect((await search(piazza, { ...all, min: '35', max: '45.5' })).names).toEqual(['Bici piccola'])
  expect((await search(piazza, { name: 'bici', min: '35', max: '45.5' })).names).toEqual(['Bici piccola'])
  expect((await search(piazza, { ...all, order: 'lowest' })).names).toEqual([
    'Bici piccola',
    'Bici giusta',
    'Bici grande',
  ])
  expect((await search(piazza, { ...all, order: 'highest' })).names[0]).toBe('Bici grande')
  expect((await search(piazza, { category: 'biciclette', min: '10', max: '100' })).names).toHaveLength(3)
  expect((await search(piazza, { category: 'biciclette', min: '45', max: '60' })).names).toEqual(['Bici mai provata'])
  expect((await search(piazza, { ...all, rating: '5' })).names).toEqual([])
})

test('a paused, renamed or deleted listing is no longer found by its former words', async () => {
  const piazza = await anOwnPiazza()
  const { id } = await piazza.aListing({ name: 'Fisarmonica', description: 'Suona ancora' })
  const names = async (name: string) => (await search(piazza, { name })).names
  expect(await names('fisarmonica')).toEqual(['Fisarmonica'])
  await piazza.db.execute(sql`update listing set paused = true where id = ${id}`)
  expect(await names('fisarmonica')).toEqual([])
  expect(await names('fisarmonca')).toEqual([])
  await piazza.db.execute(sql`update listing set paused = false, name = 'Ombrellone' where id = ${id}`)
  expect(await names('fisarmonica')).toEqual([])
  expect(await names('ombrelone')).toEqual(['Ombrellone'])
  await piazza.db.execute(sql`delete from listing where id = ${id}`)
  expect(await names('suona')).toEqual([])
})

test('a search returns its number of pages, and a page past the end is empty', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  for (let number = 1; number <= 7; number++) await piazza.aListing({ by, name: `Vaso ${number}`, priceVal: 500 })
  const queries: Record<string, string>[] = [
    { name: 'vaso' },
    { name: 'vaso', min: '1', max: '10' },
    { min: '1', max: '10' },
    { min: '4', max: '6' },
  ]
  for (const query of queries) {
    const page = (p: string) => search(piazza, { ...query, p, pageSize: '3' })
    expect(await page('1')).toEqual({ names: ['Vaso 7', 'Vaso 6', 'Vaso 5'], pages: 3, page: 1 })
    expect(await page('3')).toEqual({ names: ['Vaso 1'], pages: 3, page: 3 })
    expect(await page('4')).toEqual({ names: [], pages: 3, page: 4 })
  }
})

test('the longest allowed text is accepted', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Sedia' })
  expect((await search(piazza, { name: `sedia ${'ab '.repeat(64)}` })).names).toEqual(['Sedia'])
  expect((await search(piazza, { name: 'a'.repeat(200) })).names).toEqual([])
})

test('free listings and those with a picture are found alone and with other filters, with their exact number', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  const gift = await piazza.aListing({ by, name: 'Vaso in dono', section: 'dono' })
  const free = await piazza.aListing({ by, name: 'Vaso gratis', priceVal: 0, category: 'Cocci' })
  const sold = await piazza.aListing({ by, name: 'Vaso venduto', priceVal: 300 })
  await piazza.aListing({ by, name: 'Cerco un vaso', section: 'cerco', priceVal: 0 })
  await piazza.aListing({ by, name: 'Corso di vasi', section: 'avviso' })
  const withEuro = await piazza.aListing({ by, name: 'Vaso in euro', priceVal: 0 })
  await piazza.db.execute(sql`update listing set price_euro = 100 where id = ${withEuro.id}`)
  await piazza.db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino'`)
  await piazza.db.execute(
    sql`update listing set images = '{/uploads/a.webp}' where id = any(${[free.id, sold.id]}::uuid[])`,
  )
  const found = async (query: Record<string, string>) => {
    const { body } = await piazza.call('GET', `/api/products?${new URLSearchParams(query)}`)
    const { products, total, isAtLeast } = body as ListingPage
    expect({ total, isAtLeast }).toEqual({ total: products.length, isAtLeast: false })
    return products.map(({ name }) => name)
  }
  const freeOnes = [free.name, gift.name]
  const others: Record<string, string>[] = [
    {},
    { near: 'Chieri' },
    { seller: by.id },
    { order: 'newest' },
    { order: 'highest' },
  ]
  for (const more of others) {
    expect((await found({ ...more, free: '1' })).toSorted()).toEqual(freeOnes.toSorted())
    expect(await found({ ...more, free: '1', picture: '1' })).toEqual([free.name])
    expect((await found({ ...more, picture: '1' })).toSorted()).toEqual([free.name, sold.name])
  }
  expect(await found({ free: '1', name: 'vaso' })).toEqual(freeOnes)
  expect(await found({ free: '1', section: 'dono' })).toEqual([gift.name])
  expect(await found({ picture: '1', category: 'Cocci' })).toEqual([free.name])
  expect(await found({ picture: '1', min: '2', max: '4' })).toEqual([sold.name])
  expect(await found({ free: '0', picture: '' })).toHaveLength(6)
  expect((await piazza.call('GET', '/api/products?free=forse')).status).toBe(400)
})

const OFFERED = 'Vaso offerto'
const [CHEAP, DEAR] = ['Vaso da poco', 'Vaso di pregio']
/** Filters that the offered vase passes, and one that each leaves out. */
const LEFT_OUT: Record<Exclude<Filter, 'name' | 'exact' | 'seller' | 'near' | 'km' | 'free'>, [string, string]> = {
  section: ['offro', CHEAP],
  category: ['Cocci', CHEAP],
  min: ['3', CHEAP],
  max: ['9', DEAR],
  rating: ['4', CHEAP],
  picture: ['1', CHEAP],
}

test('every filter narrows every list, also that of an admin', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  const admin = await piazza.aMember({ isAdmin: true })
  const offered = await piazza.aListing({ by, name: OFFERED, category: 'Cocci', priceVal: 500 })
  await piazza.aListing({ by, name: CHEAP, section: 'cerco', priceVal: 100 })
  await piazza.aListing({ by, name: DEAR, section: 'cerco', priceVal: 2000 })
  await piazza.aReview(offered, { rating: 5 })
  await piazza.db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino'`)
  await piazza.db.execute(sql`update listing set images = '{/uploads/a.webp}' where id = ${offered.id}`)
  const lists: Record<string, string>[] = [
    {},
    { near: 'Chieri' },
    { seller: by.id },
    { order: 'highest' },
    { name: 'vaso' },
  ]
  for (const viewer of [{}, { token: admin.token }])
    for (const list of lists)
      for (const [filter, [value, other]] of Object.entries(LEFT_OUT)) {
        const query = { ...list, [filter]: value }
        const { body } = await piazza.call('GET', `/api/products?${new URLSearchParams(query)}`, viewer)
        const names = (body as ListingPage).products.map(({ name }) => name)
        expect({ query, names }).toEqual({ query, names: expect.arrayContaining([OFFERED]) })
        expect({ query, names }).toEqual({ query, names: expect.not.arrayContaining([other]) })
      }
})

test('a search near a comune tells how far each listing is', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  const [near, far, nowhere] = [
    await piazza.aListing({ by }),
    await piazza.aListing({ by }),
    await piazza.aListing({ by }),
  ]
  await piazza.db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino' where id = ${near.id}`)
  await piazza.db.execute(sql`update listing set municipality = 'Torino', city = 'Torino' where id = ${far.id}`)
  const read = async (query: string) =>
    ((await piazza.call('GET', `/api/products?${query}`)).body as ListingPage).products.map(
      ({ name, distance, position }) => ({
        name,
        distance,
        isPlaced: position !== null,
      }),
    )
  const fromChieri = [
    { name: near.name, distance: 0, isPlaced: true },
    { name: far.name, distance: 13, isPlaced: true },
  ]
  expect(await read('near=Chieri')).toEqual(fromChieri)
  expect(await read('near=Chieri&section=offro')).toEqual(fromChieri)
  expect(await read('order=newest')).toEqual([
    { name: nowhere.name, distance: null, isPlaced: false },
    { name: far.name, distance: null, isPlaced: true },
    { name: near.name, distance: null, isPlaced: true },
  ])
})
