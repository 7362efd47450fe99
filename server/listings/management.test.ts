import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/errors.ts'
import { isDraft, MAX_DRAFTS } from '#domain/listing-terms.ts'
import type { ListingPage, OwnListing } from '#domain/listings.ts'
import { aPiazza } from '#test/fixtures.ts'

const WHOLE = {
  name: 'Miele di castagno',
  priceVal: 12.5,
  priceEuro: 3,
  image: [],
  category: 'Alimentari',
  brand: 'miele, castagno',
  countInStock: 7,
  description: 'Raccolto a luglio.\nVasi da 500 g.',
  section: 'offro',
  isService: false,
  pause: false,
  auxPhone: '011 555 0100',
  delivery: 'personalmente',
  expiry: null,
  country: 'Italia',
  state: 'Piemonte',
  city: ' Torino ',
  municipality: 'Moncalieri',
}

const aWorkshop = async (options: Parameters<typeof aPiazza>[0] = {}) => {
  const piazza = await aPiazza(options)
  const owner = await piazza.aMember()
  const as = (token: string | undefined) => (token ? { token } : {})
  const create = async (token = owner.token) => {
    const { status, body } = await piazza.call('POST', '/api/products', { token, body: {} })
    return { status, body, product: (body as { product: OwnListing }).product }
  }
  const change = async (id: string, body: object, token = owner.token) => {
    const answer = await piazza.call('PUT', `/api/products/${id}`, { token, body })
    return {
      status: answer.status,
      product: answer.body as OwnListing,
      message: (answer.body as { message: string }).message,
    }
  }
  const see = (id: string, token?: string) => piazza.call('GET', `/api/products/${id}`, as(token))
  const publicNames = async () => {
    const { body } = await piazza.call('GET', '/api/products')
    return (body as ListingPage).products.map(({ name }) => name)
  }
  return { piazza, owner, create, change, see, publicNames }
}

test('a new listing is a draft in the first section that nobody else knows of', async () => {
  const { piazza, owner, create, see, publicNames } = await aWorkshop()
  const { status, product } = await create()
  expect(status).toBe(200)
  expect(product).toMatchObject({ section: 'offro', priceVal: 1, priceEuro: 0, image: [], auxPhone: '', reviews: [] })
  expect(product.name).toMatch(/^Annunci# \d+$/)
  expect(isDraft(product.name)).toBe(true)
  expect(product.seller._id).toBe(owner.id)
  expect((await see(product._id)).body).toEqual({ message: MESSAGES.listingMissing })
  expect((await see(product._id, (await piazza.aMember()).token)).status).toBe(404)
  expect((await see(product._id, owner.token)).status).toBe(200)
  expect((await see(product._id, (await piazza.aMember({ isAdmin: true })).token)).status).toBe(200)
  expect(await publicNames()).toEqual([])
})

test('so many drafts may be open, also when they are asked for all at once', async () => {
  const { piazza, create, owner, change } = await aWorkshop()
  const made = await Promise.all(Array.from({ length: MAX_DRAFTS + 4 }, () => create()))
  const refused = made.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(4)
  expect(refused[0]?.body).toEqual({ message: MESSAGES.tooManyDrafts })
  const [first] = made.filter(({ status }) => status === 200)
  await change(first?.product._id ?? '', WHOLE)
  expect((await create()).status).toBe(200)
  const [row] = await piazza.db`select count(*) from listing where seller_id = ${owner.id} and draft`
  expect(row).toMatchObject({ count: MAX_DRAFTS })
})

test('with a real name it is published, whole, and everyone sees it at once, but for the telephone', async () => {
  const { create, change, see, publicNames, owner } = await aWorkshop()
  const { product } = await create()
  const saved = await change(product._id, WHOLE)
  expect(saved.status).toBe(200)
  const expected = { ...WHOLE, brand: 'MIELE,CASTAGNO', city: 'Torino' }
  expect(saved.product).toMatchObject(expected)
  expect(await publicNames()).toEqual(['Miele di castagno'])
  const { auxPhone, ...everyones } = expected
  const seen = await see(product._id)
  expect(seen.body).toMatchObject(everyones)
  expect(seen.text).not.toContain('auxPhone')
  expect((await see(product._id, owner.token)).body).toMatchObject({ auxPhone })
})

test('its date and its place among the newest are those of its first real name', async () => {
  let now = new Date('2026-11-01T10:00:00Z')
  const { create, change, publicNames } = await aWorkshop({ clock: () => now })
  const { product: early } = await create()
  const { product: late } = await create()
  now = new Date('2026-11-08T10:00:00Z')
  await change(late._id, { ...WHOLE, name: 'Finito prima' })
  now = new Date('2026-11-09T10:00:00Z')
  const published = await change(early._id, { ...WHOLE, name: 'Finito dopo' })
  expect(published.product.createdAt).toBe(now.toISOString())
  expect(await publicNames()).toEqual(['Finito dopo', 'Finito prima'])
  now = new Date('2026-11-10T10:00:00Z')
  const again = await change(late._id, { ...WHOLE, name: 'Finito prima, corretto' })
  expect(again.product.createdAt).toBe('2026-11-08T10:00:00.000Z')
  expect(await publicNames()).toEqual(['Finito dopo', 'Finito prima, corretto'])
})

test('a name like a draft’s takes a listing out of sight, a real one brings it back where it was', async () => {
  const { piazza, create, change, publicNames } = await aWorkshop()
  const { product } = await create()
  await change(product._id, WHOLE)
  await piazza.aListing({ name: 'Un altro' })
  await change(product._id, { ...WHOLE, name: 'Annunci# in rifacimento' })
  expect(await publicNames()).toEqual(['Un altro'])
  await change(product._id, WHOLE)
  expect(await publicNames()).toEqual(['Un altro', 'Miele di castagno'])
})

test.each([
  'Annunci# 5',
  'Annunci! x',
  'Annuncià',
  'Annunci\u200b',
  'Annunci’ vari',
  'Annunci vari',
  'Annuncio',
  'annunci#',
  'Annunci_x',
  'Annunci9',
])('page and database agree whether "%s" is a draft', async (name) => {
  const { create, change, publicNames } = await aWorkshop()
  const { product } = await create()
  expect((await change(product._id, { ...WHOLE, name })).status).toBe(200)
  expect(await publicNames()).toEqual(isDraft(name) ? [] : [name])
})

test('paused it is in no list, and comes back', async () => {
  const { create, change, see, publicNames } = await aWorkshop()
  const { product } = await create()
  await change(product._id, { ...WHOLE, pause: true })
  expect(await publicNames()).toEqual([])
  expect((await see(product._id)).body).toEqual({ message: MESSAGES.listingPaused })
  await change(product._id, WHOLE)
  expect(await publicNames()).toEqual(['Miele di castagno'])
})

test('what is left out takes the value of a new listing', async () => {
  const { create, change } = await aWorkshop()
  const { product } = await create()
  await change(product._id, WHOLE)
  const saved = await change(product._id, {
    name: 'Solo il nome',
    category: 'Varie',
    priceVal: '',
    image: null,
    countInStock: '',
  })
  expect(saved.product).toMatchObject({
    priceVal: 1,
    priceEuro: 0,
    image: [],
    brand: '',
    countInStock: 1,
    section: 'offro',
    delivery: 'no preferences',
    country: 'Italia',
    expiry: null,
    pause: false,
  })
})

test('what was written comes back normalised', async () => {
  const { create, change } = await aWorkshop()
  const { product } = await create()
  const saved = await change(product._id, {
    ...WHOLE,
    name: '  Pane \t di   segale ',
    priceVal: '4,50',
    brand: 'Pane, pane,, Forno ,SEGALE',
    image: [null, 7, {}, '', '/placeholder/offro-prodotto.svg', '/placeholder/offro-prodotto.svg'],
  })
  expect(saved.product).toMatchObject({
    name: 'Pane di segale',
    priceVal: 4.5,
    brand: 'PANE,FORNO,SEGALE',
    image: ['/placeholder/offro-prodotto.svg'],
  })
})

test('a category keeps the spelling it first had', async () => {
  const { piazza, create, change } = await aWorkshop()
  await piazza.aListing({ category: 'Orto e giardino' })
  const { product } = await create()
  const saved = await change(product._id, { ...WHOLE, category: ' ORTO  e GIARDINO ' })
  expect(saved.product.category).toBe('Orto e giardino')
})

test('a gift costs no VAL', async () => {
  const { piazza, create, change } = await aWorkshop()
  const { product } = await create()
  const saved = await change(product._id, { ...WHOLE, section: 'dono', priceVal: 40 })
  expect(saved.product).toMatchObject({ priceVal: 0, isGift: true })
  const [row] = await piazza.db`select price_val as "priceVal" from listing where id = ${product._id}`
  expect(row).toEqual({ priceVal: 0 })
})

test('a day of expiry lasts until midnight in Italy; a moment is a moment', async () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const { create, change, publicNames } = await aWorkshop({ clock: () => now })
  const { product } = await create()
  const day = await change(product._id, { ...WHOLE, expiry: '2999-01-01' })
  expect(day.status).toBe(422)
  expect((await change(product._id, { ...WHOLE, expiry: '2026-12-24' })).product.expiry).toBe(
    '2026-12-24T23:00:00.000Z',
  )
  expect((await change(product._id, { ...WHOLE, expiry: '2026-12-24T08:00:00+01:00' })).product.expiry).toBe(
    '2026-12-24T07:00:00.000Z',
  )
  expect(await publicNames()).toEqual(['Miele di castagno'])
  await change(product._id, { ...WHOLE, expiry: '2026-11-14' })
  expect(await publicNames()).toEqual([])
  await change(product._id, WHOLE)
  expect(await publicNames()).toEqual(['Miele di castagno'])
})

test('seller, rating, reviews and date in a body are not looked at', async () => {
  const { piazza, owner, create, change } = await aWorkshop()
  const other = await piazza.aMember()
  const { product } = await create()
  const { product: saved } = await change(product._id, {
    ...WHOLE,
    _id: other.id,
    seller: { _id: other.id },
    rating: 5,
    numReviews: 99,
    reviews: [{ rating: 5 }],
    createdAt: '2001-01-01T00:00:00Z',
    isGift: true,
  })
  expect(saved).toMatchObject({ _id: product._id, rating: 0, numReviews: 0, reviews: [], isGift: false })
  expect(saved.seller._id).toBe(owner.id)
  expect(saved.createdAt).not.toContain('2001')
})

test.each([
  ['no title', { name: ' ' }],
  ['a title too long', { name: 'a'.repeat(91) }],
  ['a NUL in the title', { name: 'a\u0000' }],
  ['half a character', { description: '\ud800' }],
  ['no category', { category: '' }],
  ['a category too long', { category: 'a'.repeat(61) }],
  ['a negative price', { priceVal: -1 }],
  ['a price that is no number', { priceVal: 'NaN' }],
  ['an endless price', { priceEuro: '1e999' }],
  ['a price beyond measure', { priceVal: 1_000_000.01 }],
  ['a price in a list', { priceVal: [1] }],
  ['half a piece', { countInStock: 1.5 }],
  ['fewer than no pieces', { countInStock: -1 }],
  ['too many pieces', { countInStock: 1e15 }],
  ['an unknown section', { section: 'altro' }],
  ['an unknown delivery', { delivery: 'piccione' }],
  ['an expiry that is no date', { expiry: 'domani' }],
  ['an expiry that is no day', { expiry: '2026-02-30' }],
  ['an expiry before the calendar', { expiry: '0000-01-01' }],
  ['an expiry in the year 9999', { expiry: '9999-12-31T23:59:59Z' }],
  ['seven pictures', { image: Array.from({ length: 7 }, (_, n) => `/placeholder/${n}`) }],
  ['pictures that are no list', { image: 'x' }],
  ['a picture from elsewhere', { image: ['https://altrove.example/x.png'] }],
  ['a script for a picture', { image: ['javascript:alert(1)'] }],
  ['a picture that nobody sent', { image: ['/uploads/x-1200.webp'] }],
  ['a placeholder that is none', { image: ['/placeholder/../uploads/x.svg'] }],
  ['a description too long', { description: 'a'.repeat(10_001) }],
])('a listing with %s is refused with a message, and stays as it was', async (_what, broken) => {
  const { create, change, see, owner } = await aWorkshop()
  const { product } = await create()
  const { status, message } = await change(product._id, { ...WHOLE, ...broken })
  expect(status).toBe(422)
  expect(message).toMatch(/\S/)
  expect((await see(product._id, owner.token)).body).toMatchObject({ name: product.name })
})

test.each([[null], [[]], ['x'], [7]])('a body that is no listing at all is refused: %j', async (body) => {
  const { create, change } = await aWorkshop()
  const { product } = await create()
  expect((await change(product._id, body as object)).status).toBe(422)
})

test('what goes takes its reviews along; orders keep their copies', async () => {
  const { piazza } = await aWorkshop()
  const { seller, listing, order } = await piazza.anOrder({ delivered: true })
  await piazza.aReview(listing)
  const gone = await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })
  expect(gone).toMatchObject({ status: 200, body: { message: MESSAGES.listingDeleted } })
  expect((await piazza.call('GET', `/api/products/${listing.id}`)).status).toBe(404)
  expect(await piazza.db`select from review where listing_id = ${listing.id}`).toHaveLength(0)
  const items = await piazza.db`select name, listing_id from order_item where order_id = ${order.id}`
  expect(items).toEqual([{ name: listing.name, listing_id: null }])
  expect((await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })).status).toBe(404)
})

test('what an admin does to somebody else’s listing is written down', async () => {
  const { piazza, owner, create, change } = await aWorkshop()
  const admin = await piazza.aMember({ isAdmin: true })
  const { product } = await create()
  await change(product._id, WHOLE)
  await change(product._id, { ...WHOLE, name: 'Corretto' }, admin.token)
  await piazza.call('DELETE', `/api/products/${product._id}`, { token: admin.token })
  const notes = await piazza.db`select action, actor, subject from audit order by id`
  expect(notes).toEqual([
    { action: 'listing.edit', actor: admin.id, subject: owner.id },
    { action: 'listing.delete', actor: admin.id, subject: owner.id },
  ])
})
