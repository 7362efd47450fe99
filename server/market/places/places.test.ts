import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import type { Place } from '#domain/market/places.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const placesFor = async (piazza: Piazza, q: string) =>
  (await piazza.call('GET', `/api/places?${new URLSearchParams({ q })}`)).body as Place[]

/** A listing in each of some comuni around Turin: Moncalieri is 8 km away, Chieri 14, Asti 45, Genova 123. */
const aroundTurin = async (piazza: Piazza) => {
  const by = await piazza.aMember()
  for (const [name, municipality] of [
    ['Pane di Genova', 'Genova'],
    ['Pane di Asti', 'Asti'],
    ['Pane di Chieri', 'Chieri'],
    ['Focaccia di Chieri', 'Chieri'],
    ['Pane di Moncalieri', 'MONCALIERI'],
    ['Pane di chissà dove', ''],
  ] as const) {
    const { id } = await piazza.aListing({ by, name, priceVal: name.startsWith('Focaccia') ? 300 : 900 })
    await piazza.db.execute(sql`update listing set municipality = ${municipality} where id = ${id}`)
  }
}

const near = async (piazza: Piazza, query: Record<string, string>) => {
  const { status, body } = await piazza.call('GET', `/api/products?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  const { products, pages } = body as ListingPage
  return { names: products.map((product) => product.name), pages }
}

test('a comune is found by a word prefix of its name, ignoring accents', async () => {
  const piazza = await anOwnPiazza()
  expect((await placesFor(piazza, 'mondovi'))[0]).toMatchObject({ name: 'Mondovì', province: 'CN', region: 'Piemonte' })
  expect((await placesFor(piazza, 'torino'))[0]).toMatchObject({
    name: 'Torino',
    zipCode: expect.stringMatching(/^\d{5}$/),
  })
  expect((await placesFor(piazza, 'rivarolo CANAV')).map((place) => place.name)).toContain('Rivarolo Canavese')
  expect(await placesFor(piazza, '%')).toEqual([])
  expect(await placesFor(piazza, 'atlantide')).toEqual([])
  expect((await placesFor(piazza, 'san')).length).toBe(8)
})

test('the comune nearest to a point is found; none if the point is far from all', async () => {
  const piazza = await anOwnPiazza()
  expect((await piazza.call('GET', '/api/places/nearest?lat=45.07&lng=7.69')).body).toMatchObject({ name: 'Torino' })
  expect(await piazza.call('GET', '/api/places/nearest?lat=45.5&lng=-73.6')).toMatchObject({ status: 404 })
  for (const query of ['lat=91&lng=7', 'lat=45', 'lat=x&lng=7', 'lat=1e1&lng=7', 'lat=45&lng=7&lng=8']) {
    expect(await piazza.call('GET', `/api/places/nearest?${query}`)).toMatchObject({ status: 400 })
  }
})

test('listings near a comune are ordered by distance, newest first within a comune', async () => {
  const piazza = await anOwnPiazza()
  await aroundTurin(piazza)
  const chieri = ['Focaccia di Chieri', 'Pane di Chieri']
  expect(await near(piazza, { near: 'Torino', km: '25' })).toEqual({
    names: ['Pane di Moncalieri', ...chieri],
    pages: 1,
  })
  expect((await near(piazza, { near: 'torino (TO)', km: '10' })).names).toEqual(['Pane di Moncalieri'])
  expect((await near(piazza, { near: '1272', km: '50' })).names).toEqual([
    'Pane di Moncalieri',
    ...chieri,
    'Pane di Asti',
  ])
  expect((await near(piazza, { near: 'Chieri', km: '5' })).names).toEqual(chieri)
  expect(await near(piazza, { near: 'Torino', km: '50', pageSize: '2', p: '2' })).toEqual({
    names: ['Pane di Chieri', 'Pane di Asti'],
    pages: 2,
  })
  expect((await near(piazza, { near: 'Torino', km: '50', p: '9' })).names).toEqual([])
})

test('distance combines with words, filters and orders', async () => {
  const piazza = await anOwnPiazza()
  await aroundTurin(piazza)
  expect((await near(piazza, { near: 'Torino', name: 'panne' })).names).toEqual([
    'Pane di Moncalieri',
    'Pane di Chieri',
  ])
  expect((await near(piazza, { near: 'Torino', max: '5' })).names).toEqual(['Focaccia di Chieri'])
  expect((await near(piazza, { near: 'Torino', order: 'lowest' })).names[0]).toBe('Focaccia di Chieri')
  expect((await near(piazza, { near: 'Torino', section: 'dono' })).names).toEqual([])
})

test('a paused listing is not found, and a moved one is found at its new comune', async () => {
  const piazza = await anOwnPiazza()
  await aroundTurin(piazza)
  await piazza.db.execute(sql`update listing set paused = true where name = 'Pane di Moncalieri'`)
  await piazza.db.execute(sql`update listing set municipality = 'Rivoli' where name = 'Pane di Genova'`)
  expect((await near(piazza, { near: 'Torino' })).names[0]).toBe('Pane di Genova')
})

test.each(['near=Atlantide', 'near=9999999', 'near=Torino&km=7', 'near=Torino&km=-5', `near=${'a'.repeat(61)}`])(
  'an unknown place or distance is rejected: %s',
  async (query) => {
    const piazza = await aPiazza()
    expect(await piazza.call('GET', `/api/products?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/\S/) },
    })
  },
)
