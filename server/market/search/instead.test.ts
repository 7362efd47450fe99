import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const page = async (piazza: Piazza, query: Record<string, string>) => {
  const { body } = await piazza.call('GET', `/api/products?${new URLSearchParams(query)}`)
  const { products, instead } = body as ListingPage
  return { names: products.map(({ name }) => name), instead }
}

test('a corrected search tells what it searched for, finds its synonyms too, and can be made as typed', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Bicicletta da corsa' })
  await piazza.aListing({ name: 'Bici da bambino' })
  await piazza.db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino'`)
  const corrected = { words: 'bicicletta da corsa', isFree: false, isAny: false }
  expect(await page(piazza, { name: 'Biciceta da corsa' })).toEqual({
    names: ['Bicicletta da corsa'],
    instead: corrected,
  })
  const instead = { ...corrected, words: 'bicicletta' }
  const others: Record<string, string>[] = [{}, { near: 'Chieri' }, { section: 'offro' }, { order: 'newest' }]
  for (const more of others)
    expect(await page(piazza, { name: 'biciceta', ...more })).toEqual({
      names: expect.arrayContaining(['Bicicletta da corsa', 'Bici da bambino']),
      instead,
    })
  for (const more of others)
    expect(await page(piazza, { name: 'biciceta', exact: '1', ...more })).toEqual({ names: [], instead: null })
  expect((await page(piazza, { name: 'bicicletta' })).instead).toBeNull()
})

const OTHER_THINGS = [
  ['letto', { name: 'Come si è detto' }],
  ['pianoforte', { name: 'Passeggino', description: 'Da prendere al primo piano.' }],
  ['pianoforte', { name: 'Piantana' }],
  ['auto', { name: 'Macchina da cucire' }],
  ['carta', { name: 'Cartone' }],
  ['porta', { name: 'Portatile' }],
  ['miele', { name: 'Mille cose' }],
] as const

test('a word does not find another thing that looks like it', async () => {
  const piazza = await anOwnPiazza()
  for (const [, listing] of OTHER_THINGS) await piazza.aListing(listing)
  for (const [typed] of OTHER_THINGS)
    expect(await page(piazza, { name: typed }), typed).toEqual({ names: [], instead: null })
})

const SHORT_WORDS = [
  ['pc', 'Computer da tavolo'],
  ['tv', 'Televisore 32 pollici'],
  ['bici', 'Bicicletta da corsa'],
  ['frigo', 'Frigorifero'],
  ['macchina', 'Auto a metano'],
  ['cell', 'Smartphone'],
  ['telefonino', 'Cellulare'],
  ['piano', 'Pianoforte verticale'],
] as const

test('usual short words are known', async () => {
  const piazza = await anOwnPiazza()
  for (const [index, [typed, name]] of SHORT_WORDS.entries()) {
    const category = `Prova ${index}`
    await piazza.aListing({ name, category })
    const found = await page(piazza, { name: typed, category: category.toLowerCase() })
    expect(found, typed).toEqual({ names: [name], instead: null })
  }
})

test('listings with only some of the words are told apart', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Sedia di legno' })
  const some = { words: null, isFree: false, isAny: true }
  expect(await page(piazza, { name: 'sedia xyzzy' })).toEqual({ names: ['Sedia di legno'], instead: some })
  expect(await page(piazza, { name: 'sedia xyzzy', exact: '1' })).toEqual({ names: [], instead: null })
})

test('gratis, regalo and the like find gifts and offers at no price', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Vaso', section: 'dono' })
  await piazza.aListing({ name: 'Sedia', priceVal: 0 })
  await piazza.aListing({ name: 'Vaso con carta da regalo', priceVal: 500 })
  await piazza.aListing({ name: 'Cerco in regalo un vaso', section: 'cerco', priceVal: 0 })
  const free = { words: null, isFree: true, isAny: false }
  for (const name of ['gratis', 'Regalo', 'gratuito', 'in regalo', 'a titolo gratuito'])
    expect(await page(piazza, { name }), name).toEqual({ names: ['Sedia', 'Vaso'], instead: free })
  expect(await page(piazza, { name: 'vaso gratis' })).toEqual({ names: ['Vaso'], instead: free })
  expect((await page(piazza, { name: 'vasso gratis' })).instead).toEqual({ ...free, words: 'vaso' })
  const [wish, paper] = ['Cerco in regalo un vaso', 'Vaso con carta da regalo']
  expect((await page(piazza, { name: 'regalo', exact: '1' })).names).toEqual([wish, paper])
  expect(await page(piazza, { name: 'carta da regalo' })).toEqual({ names: [paper], instead: null })
})
