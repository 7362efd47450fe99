import { expect, test } from 'vitest'
import type { ListingChange } from '#domain/market/listings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'

test('missing fields get the values of a new listing', async () => {
  const { create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  await change(product._id, LISTING_INPUT)
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

test('saved fields are normalised', async () => {
  const { create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  const saved = await change(product._id, {
    ...LISTING_INPUT,
    name: '  Pane \t di \u200b  se\u00adgale ',
    priceVal: '4,50',
    brand: 'Pane, #pane,, pa\u200bne, # Forno ,SEGALE',
    image: [null, 7, {}, '', '/placeholder/offro-prodotto.svg', '/placeholder/offro-prodotto.svg'],
  })
  expect(saved.product).toMatchObject({
    name: 'Pane di segale',
    priceVal: 4.5,
    brand: 'PANE,FORNO,SEGALE',
    image: ['/placeholder/offro-prodotto.svg'],
  })
})

test('a category keeps its first spelling', async () => {
  const { piazza, create, change } = await aPiazzaWithOwner()
  await piazza.aListing({ category: 'Orto e giardino' })
  const { product } = await create()
  const saved = await change(product._id, { ...LISTING_INPUT, category: ' ORTO  e GIARDINO ' })
  expect(saved.product.category).toBe('Orto e giardino')
})

test('a gift has no price in VAL', async () => {
  const { piazza, create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  const saved = await change(product._id, { ...LISTING_INPUT, section: 'dono', priceVal: 40 })
  expect(saved.product).toMatchObject({ priceVal: 0, isGift: true })
  const [row] = await piazza.db.query(sql`select price_val as "priceVal" from listing where id = ${product._id}`)
  expect(row).toEqual({ priceVal: 0 })
})

type EventField = 'startsAt' | 'endsAt' | 'place' | 'places' | 'placesSeen'
/** A thing with every field that its owner can set. */
const A_THING: Record<Exclude<keyof typeof ListingChange.in.shape, EventField>, unknown> = {
  name: 'Smielatore',
  priceVal: 4.5,
  priceEuro: 2,
  image: ['/placeholder/offro-prodotto.svg'],
  category: 'Apicoltura',
  brand: 'MIELE,API',
  countInStock: 7,
  countInStockSeen: 1,
  description: 'Per quattro telaini.',
  section: 'offro',
  isService: false,
  pause: true,
  auxPhone: '011 555 0100',
  delivery: 'posta',
  expiry: '2099-12-24T12:00:00.000Z',
  country: 'Francia',
  state: 'Savoia',
  city: 'Torino',
  municipality: 'Moncalieri',
}

test('every field that the owner sets is read back, and is in the export of personal data', async () => {
  const { piazza, owner, create, change, see } = await aPiazzaWithOwner()
  const { product } = await create()
  expect((await change(product._id, A_THING)).status).toBe(200)
  const { countInStockSeen, ...shown } = A_THING
  expect((await see(product._id, owner.token)).body).toMatchObject(shown)
  const { body } = await piazza.call('GET', '/api/privacy/export', { token: owner.token })
  expect(body).toMatchObject({ listings: [shown] })
})

test('an expiry date ends at midnight in Italy; an expiry with a time is exact', async () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const { create, change, publicNames } = await aPiazzaWithOwner({ clock: () => now })
  const { product } = await create()
  const day = await change(product._id, { ...LISTING_INPUT, expiry: '2999-01-01' })
  expect(day.status).toBe(422)
  // Far in the future, because lists use the clock of the database, not that of the test.
  expect((await change(product._id, { ...LISTING_INPUT, expiry: '2099-12-24' })).product.expiry).toBe(
    '2099-12-24T23:00:00.000Z',
  )
  expect((await change(product._id, { ...LISTING_INPUT, expiry: '2099-12-24T08:00:00+01:00' })).product.expiry).toBe(
    '2099-12-24T07:00:00.000Z',
  )
  expect(await publicNames()).toEqual(['Miele di castagno'])
  await change(product._id, { ...LISTING_INPUT, expiry: '2026-11-14' })
  expect(await publicNames()).toEqual([])
  await change(product._id, LISTING_INPUT)
  expect(await publicNames()).toEqual(['Miele di castagno'])
})

test('seller, rating, reviews, date and reservation in a body are ignored', async () => {
  const { piazza, owner, create, change } = await aPiazzaWithOwner()
  const other = await piazza.aMember()
  const { product } = await create()
  const { product: saved } = await change(product._id, {
    ...LISTING_INPUT,
    _id: other.id,
    seller: { _id: other.id },
    rating: 5,
    numReviews: 99,
    reviews: [{ rating: 5 }],
    createdAt: '2001-01-01T00:00:00Z',
    isGift: true,
    reserved: true,
  })
  expect(saved).toMatchObject({ _id: product._id, rating: 0, numReviews: 0, reviews: [], isGift: false })
  expect(saved.seller._id).toBe(owner.id)
  expect(saved.createdAt).not.toContain('2001')
  expect(saved).not.toHaveProperty('reserved')
})

test.each([
  ['no title', { name: ' ' }],
  ['a title too long', { name: 'a'.repeat(91) }],
  ['a title of characters without a shape', { name: '\u200b\u2060' }],
  ['a Cyrillic letter in the title', { name: 'P\u0430ne' }],
  ['a Cyrillic letter in the category', { category: 'P\u0430ne' }],
  ['a Cyrillic letter in a hashtag', { brand: 'forno,p\u0430ne' }],
  ['a right-to-left override in the title', { name: 'Pane \u202eenap' }],
  ['a NUL in the title', { name: 'a\u0000' }],
  ['a lone surrogate', { description: '\ud800' }],
  ['no category', { category: '' }],
  ['a category too long', { category: 'a'.repeat(61) }],
  ['a negative price', { priceVal: -1 }],
  ['a price that is not a number', { priceVal: 'NaN' }],
  ['an infinite price', { priceEuro: '1e999' }],
  ['a price above the maximum', { priceVal: 1_000_000.01 }],
  ['a price in a list', { priceVal: [1] }],
  ['a fractional quantity', { countInStock: 1.5 }],
  ['a negative quantity', { countInStock: -1 }],
  ['too large a quantity', { countInStock: 1e15 }],
  ['an unknown section', { section: 'altro' }],
  ['an unknown delivery', { delivery: 'piccione' }],
  ['an expiry that is not a date', { expiry: 'domani' }],
  ['an expiry on a day that does not exist', { expiry: '2026-02-30' }],
  ['an expiry in the year 0', { expiry: '0000-01-01' }],
  ['an expiry in the year 9999', { expiry: '9999-12-31T23:59:59Z' }],
  ['seven pictures', { image: Array.from({ length: 7 }, (_, n) => `/placeholder/${n}`) }],
  ['pictures that are not a list', { image: 'x' }],
  ['a picture on another site', { image: ['https://altrove.example/x.png'] }],
  ['a script as a picture', { image: ['javascript:alert(1)'] }],
  ['a picture that was not uploaded', { image: ['/uploads/x-1200.webp'] }],
  ['a placeholder that does not exist', { image: ['/placeholder/../uploads/x.svg'] }],
  ['a description too long', { description: 'a'.repeat(10_001) }],
])('a listing with %s is rejected with a message and not changed', async (_what, broken) => {
  const { create, change, see, owner } = await aPiazzaWithOwner()
  const { product } = await create()
  const { status, message } = await change(product._id, { ...LISTING_INPUT, ...broken })
  expect(status).toBe(422)
  expect(message).toMatch(/\S/)
  expect((await see(product._id, owner.token)).body).toMatchObject({ name: product.name })
})

test.each([[null], [[]], ['x'], [7]])('a body that is not a listing is rejected: %j', async (body) => {
  const { create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  expect((await change(product._id, body as object)).status).toBe(422)
})
