import { expect, test } from 'vitest'
import { aWorkshop, WHOLE } from '#test/workshop.ts'

// What becomes of each field that is saved.

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
