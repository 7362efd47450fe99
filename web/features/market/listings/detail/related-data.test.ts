import { expect, test } from 'vitest'
import type { Listing, ListingPage, ListingQuery } from '#domain/market/listings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'
import { othersOf, similarTo } from '#web/features/market/listings/detail/related-data.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const listingIn = async (piazza: Piazza, name: string, municipality: string, city: string): Promise<Listing> => {
  const { id } = await piazza.aListing({ name })
  await piazza.db.execute(sql`update listing set municipality = ${municipality}, city = ${city} where id = ${id}`)
  return (await piazza.call('GET', `/api/products/${id}`)).body as Listing
}

/** The lists of the API, as a service of page loaders. */
const listingsOf = ({ call }: Piazza) => ({
  async list(query: ListingQuery): Promise<ListingPage> {
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
    const { status, body } = await call('GET', `/api/products?${new URLSearchParams(parameters)}`)
    if (status !== 200) throw new Error((body as { message: string }).message)
    return body as ListingPage
  },
})

test('similar listings are around the comune of a listing, or around its province’s capital if that is not known', async () => {
  const piazza = await anOwnPiazza()
  const trento = await listingIn(piazza, 'Vaso di Samone', 'Samone', 'Trento')
  await listingIn(piazza, 'Vaso di Ivrea', 'Ivrea', 'Torino')
  const turin = await listingIn(piazza, 'Vaso di Mirafiori', 'Mirafiori', 'Torino')
  await listingIn(piazza, 'Vaso di Strigno', 'Castel Ivano', 'Trento')
  await listingIn(piazza, 'Vaso di Moncalieri', 'Moncalieri', 'Torino')
  const nowhere = await listingIn(piazza, 'Vaso di Atlantide', 'Atlantide', '')
  const similarNames = async (listing: Listing) =>
    (await similarTo(listingsOf(piazza), listing)).map(({ name }) => name)
  expect(await similarNames(trento)).toEqual(['Vaso di Strigno'])
  expect(await similarNames(turin)).toEqual(['Vaso di Moncalieri'])
  expect(await similarNames(nowhere)).toHaveLength(4)
})

test('a failing search leaves a listing without related listings', async () => {
  const piazza = await anOwnPiazza()
  const listing = await listingIn(piazza, 'Vaso', '', '')
  const failing = { list: () => Promise.reject(new Error('Riprova tra poco.')) }
  expect(await similarTo(failing, listing)).toEqual([])
  expect(await othersOf(failing, listing)).toEqual([])
})
