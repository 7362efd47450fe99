import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import { aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const setSeller = (piazza: Piazza, id: string, isSeller: boolean, token: string) =>
  piazza.call('PUT', `/api/users/${id}`, { token, body: { isSeller } })

/** The paths on which other people can find a listing, with the results. */
const seenByOthers = async (piazza: Piazza, listing: { id: string; name: string }, sellerId: string) => {
  const word = encodeURIComponent(listing.name)
  const found = async (path: string) => {
    const { body } = await piazza.call('GET', path)
    return (body as ListingPage).products.some(({ _id }) => _id === listing.id)
  }
  const listsIt = async (path: string) => (await piazza.call('GET', path)).text.includes(listing.id)
  return {
    list: await found('/api/products'),
    search: await found(`/api/products?name=${word}`),
    seller: await found(`/api/products?seller=${sellerId}`),
    direct: (await piazza.call('GET', `/api/products/${listing.id}`)).status === 200,
    feed: await listsIt('/feed/offro.xml'),
    sitemap: await listsIt('/sitemap/annunci-0.xml'),
    categories: ((await piazza.call('GET', '/api/products/categories')).body as string[]).includes('Rarità'),
  }
}
const ALL = { list: true, search: true, seller: true, direct: true, feed: true, sitemap: true, categories: true }
const NONE = {
  list: false,
  search: false,
  seller: false,
  direct: false,
  feed: false,
  sitemap: false,
  categories: false,
}

test('a member who is no longer a seller has no public listings and cannot publish, until the role comes back', async () => {
  const piazza = await aPiazza({ env: { CACHE_MB: '8' } })
  const admin = await piazza.aMember({ isAdmin: true })
  const seller = await piazza.aMember()
  const listing = await piazza.aListing({ by: seller, name: 'Astrolabio', category: 'Rarità' })
  await expect.poll(() => seenByOthers(piazza, listing, seller.id), { timeout: 15_000 }).toEqual(ALL)

  expect((await setSeller(piazza, seller.id, false, admin.token)).status).toBe(200)
  await expect.poll(() => seenByOthers(piazza, listing, seller.id), { timeout: 15_000 }).toEqual(NONE)
  const direct = await piazza.call('GET', `/api/products/${listing.id}`)
  expect(direct).toMatchObject({ status: 404, body: { message: 'Questo annuncio al momento non è attivo.' } })
  for (const { token } of [seller, admin]) {
    const own = await piazza.call('GET', `/api/products/${listing.id}`, { token })
    expect(own).toMatchObject({ status: 200, body: { shown: false } })
  }

  const refusal = { status: 403, body: { message: expect.stringContaining('sospeso') } }
  expect(await piazza.call('POST', '/api/products', { token: seller.token, body: {} })).toMatchObject(refusal)
  const change = { name: 'Sestante', category: 'Rarità' }
  expect(await piazza.call('PUT', `/api/products/${listing.id}`, { token: seller.token, body: change })).toMatchObject(
    refusal,
  )

  await setSeller(piazza, seller.id, true, admin.token)
  await expect.poll(() => seenByOthers(piazza, listing, seller.id), { timeout: 15_000 }).toEqual(ALL)
})

test('requests and history of a member who is no longer a seller stay reachable', async () => {
  const piazza = await aPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const { seller, buyer, order } = await piazza.anOrder()
  await setSeller(piazza, seller.id, false, admin.token)
  for (const { token } of [seller, buyer])
    expect((await piazza.call('GET', `/api/orders/${order.id}`, { token })).status).toBe(200)
  const received = await piazza.call('GET', `/api/orders?seller=${seller.id}`, { token: seller.token })
  expect(received.body).toMatchObject([{ _id: order.id }])
  expect((await piazza.call('PUT', `/api/orders/${order.id}/pay`, { token: seller.token, body: {} })).status).toBe(200)
})
