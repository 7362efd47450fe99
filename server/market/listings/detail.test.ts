import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

test('a listing has its reviews, those after an exchange first, and their average; its seller’s rating counts only those', async () => {
  const piazza = await aPiazza()
  const listing = await piazza.aListing({ name: 'Torta di nocciole' })
  await piazza.aReview(listing, { rating: 2, comment: 'Secca', verified: true })
  await piazza.aReview(listing, { rating: 4, comment: 'Buona' })
  const { reviewer } = await piazza.aReview(listing, { rating: 5, comment: 'Ottima' })
  const { status, body } = await piazza.call('GET', `/api/products/${listing.id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    _id: listing.id,
    name: 'Torta di nocciole',
    rating: 3.67,
    numReviews: 3,
    reviews: [
      { rating: 2, verifiedExchange: true },
      { name: reviewer.username, rating: 5, comment: 'Ottima', verifiedExchange: false },
      { rating: 4 },
    ],
    seller: { seller: { rating: 2, numReviews: 1 } },
  })
})

test('a paused listing is hidden from others and visible to its owner and to admins', async () => {
  const piazza = await aPiazza()
  const seller = await piazza.aMember()
  const { id } = await piazza.aListing({ paused: true, by: seller })
  const see = async (token?: string) => {
    const { status, body } = await piazza.call('GET', `/api/products/${id}`, token ? { token } : {})
    return { status, message: (body as { message?: string }).message }
  }
  const paused = { status: 404, message: MESSAGES.listingPaused }
  expect(await see()).toEqual(paused)
  expect(await see((await piazza.aMember()).token)).toEqual(paused)
  expect(await see(seller.token)).toMatchObject({ status: 200 })
  expect(await see((await piazza.aMember({ isAdmin: true })).token)).toMatchObject({ status: 200 })
})

test('a listing has the ISTAT number of its comune, or of its province’s capital, if one of them is known', async () => {
  const piazza = await aPiazza()
  const { id } = await piazza.aListing()
  const comuneOf = async (municipality: string, city: string) => {
    await piazza.db.execute(sql`update listing set municipality = ${municipality}, city = ${city} where id = ${id}`)
    return (await piazza.call('GET', `/api/products/${id}`)).body
  }
  expect(await comuneOf('Samone', 'Torino')).toMatchObject({ comune: 1235 })
  expect(await comuneOf('Samone', 'Trento')).toMatchObject({ comune: 22165 })
  expect(await comuneOf('Mirafiori', 'Torino')).toMatchObject({ comune: 1272 })
  expect(await comuneOf('Mirafiori', '')).toMatchObject({ comune: null })
})

test('an expired listing is reported as not active, a draft as missing', async () => {
  const piazza = await aPiazza()
  const expired = await piazza.aListing({ expiresAt: new Date(Date.now() - 1000) })
  const draft = await piazza.aListing({ name: 'Annunci# 7' })
  const message = async (id: string) => (await piazza.call('GET', `/api/products/${id}`)).body
  expect(await message(expired.id)).toEqual({ message: MESSAGES.listingPaused })
  expect(await message(draft.id)).toEqual({ message: MESSAGES.listingNotFound })
})

test.each(['1', 'nope', '%00', '00000000-0000-7000-8000-000000000000', 'a'.repeat(250), "' or 1=1"])(
  'there is no listing %s',
  async (id) => {
    const piazza = await aPiazza()
    const { status, body } = await piazza.call('GET', `/api/products/${encodeURIComponent(id)}`)
    expect(status).toBe(404)
    expect(body).toEqual({ message: expect.stringMatching(/\S/) })
  },
)
