import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

const namesIn = (body: unknown) => (body as ListingPage).products.map((product) => product.name)

const lister =
  (piazza: Awaited<ReturnType<typeof aPiazza>>) =>
  async (query = '') => {
    const { status, body } = await piazza.call('GET', `/api/products?${query}`)
    expect(status).toBe(200)
    return body as ListingPage
  }

test('the newest listing comes first, with its price in VAL and its seller', async () => {
  const piazza = await anOwnPiazza()
  const seller = await piazza.aMember()
  await piazza.aListing({ by: seller, name: 'Pane di segale', priceVal: 450 })
  await piazza.aListing({ by: seller, name: 'Miele di castagno', priceVal: 1250, category: 'Alimentari' })
  const { products, pages, page } = await lister(piazza)()
  expect(products.map((product) => product.name)).toEqual(['Miele di castagno', 'Pane di segale'])
  expect({ pages, page }).toEqual({ pages: 1, page: 1 })
  expect(products[0]).toMatchObject({
    priceVal: 12.5,
    category: 'Alimentari',
    rating: 0,
    numReviews: 0,
    seller: { _id: seller.id, username: seller.username, seller: { name: `Bottega ${seller.username}` } },
  })
})

test('drafts, paused and expired listings are neither listed nor counted', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'In vetrina' })
  await piazza.aListing({ name: 'Annunci# 12' })
  await piazza.aListing({ name: 'In pausa', paused: true })
  await piazza.aListing({ name: 'Scaduto', expiresAt: new Date(Date.now() - 1000) })
  const { products } = await lister(piazza)('pageSize=1')
  expect(products.map((product) => product.name)).toEqual(['In vetrina'])
})

test('a page has the requested listings, and a page past the end is empty', async () => {
  const piazza = await anOwnPiazza()
  const seller = await piazza.aMember()
  for (let number = 1; number <= 5; number++) await piazza.aListing({ by: seller, name: `Vaso ${number}` })
  const list = lister(piazza)
  expect(namesIn(await list('pageSize=2&p=2'))).toEqual(['Vaso 3', 'Vaso 2'])
  expect(await list('pageSize=2&p=3')).toMatchObject({ pages: 3, page: 3 })
  expect(await list('pageSize=2&p=9')).toMatchObject({ products: [], pages: 3, page: 9 })
})

test('lists are filtered by section, category in any case, seller and price', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await piazza.aMember()
  await piazza.aListing({ by: rosa, name: 'Cerco una bici', section: 'cerco', category: 'Biciclette', priceVal: 5000 })
  await piazza.aListing({ name: 'Vendo una bici', category: 'Biciclette', priceVal: 9000 })
  await piazza.aListing({ name: 'Vendo un libro', category: 'Libri', priceVal: 300 })
  const list = lister(piazza)
  expect(namesIn(await list('section=cerco'))).toEqual(['Cerco una bici'])
  expect(namesIn(await list('category=BICICLETTE'))).toEqual(['Vendo una bici', 'Cerco una bici'])
  expect(namesIn(await list(`seller=${rosa.id}`))).toEqual(['Cerco una bici'])
  expect(namesIn(await list('min=1&max=10'))).toEqual(['Vendo un libro'])
  expect(namesIn(await list('category=biciclette&section=offro&min=60'))).toEqual(['Vendo una bici'])
})

test('lists are sorted by price and by rating', async () => {
  const piazza = await anOwnPiazza()
  const dear = await piazza.aListing({ name: 'Caro', priceVal: 9000 })
  const cheap = await piazza.aListing({ name: 'Economico', priceVal: 100 })
  await piazza.aListing({ name: 'Medio', priceVal: 1000 })
  await piazza.aReview(cheap, { rating: 3 })
  await piazza.aReview(dear, { rating: 5 })
  const list = lister(piazza)
  expect(namesIn(await list('order=lowest'))).toEqual(['Economico', 'Medio', 'Caro'])
  expect(namesIn(await list('order=highest'))).toEqual(['Caro', 'Medio', 'Economico'])
  expect(namesIn(await list('order=toprated'))).toEqual(['Caro', 'Economico', 'Medio'])
  expect(namesIn(await list('rating=4'))).toEqual(['Caro'])
})

test('sorted by price, what has no price comes last', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Caro', priceVal: 9000 })
  await piazza.aListing({ name: 'Evento', section: 'avviso', priceVal: 500 })
  await piazza.aListing({ name: 'Cercato', section: 'cerco', priceVal: 100 })
  await piazza.aListing({ name: 'Regalo', section: 'dono' })
  await piazza.aListing({ name: 'Proposta', section: 'propongo', priceVal: 700 })
  await piazza.aListing({ name: 'Solo euro', priceVal: 0 })
  const list = lister(piazza)
  const unpriced = ['Proposta', 'Regalo', 'Evento']
  expect(namesIn(await list('order=lowest'))).toEqual(['Solo euro', 'Cercato', 'Caro', ...unpriced])
  expect(namesIn(await list('order=highest'))).toEqual(['Caro', 'Cercato', 'Solo euro', ...unpriced])
  expect(namesIn(await list('order=highest&category=varie'))).toEqual(['Caro', 'Cercato', 'Solo euro', ...unpriced])
  expect(namesIn(await list('order=lowest&pageSize=2&p=2'))).toEqual(['Caro', 'Proposta'])
  // Prices that are not shown are not searched.
  expect(namesIn(await list('min=1&max=10'))).toEqual(['Cercato'])
  expect(namesIn(await list('min=2'))).toEqual(['Caro'])
  expect(namesIn(await list('max=3&order=lowest'))).toEqual(['Solo euro', 'Cercato', ...unpriced])
})

test('words are found in title, tags, category and description, whatever their accents and endings', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Caffè della città', description: 'Tostato a mano' })
  await piazza.aListing({ name: 'Una tazza', brand: 'COLAZIONE,CAFFÈ' })
  await piazza.aListing({ name: 'Bicicletta da donna' })
  const list = lister(piazza)
  expect(namesIn(await list('name=caffe'))).toEqual(['Caffè della città', 'Una tazza'])
  expect(namesIn(await list('name=tostata'))).toEqual(['Caffè della città'])
  expect(namesIn(await list('name=biciclette'))).toEqual(['Bicicletta da donna'])
  expect(namesIn(await list(`name=${encodeURIComponent("%_'; drop table listing; --")}`))).toEqual([])
})

test('proposals, events and gifts have no price', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ section: 'propongo', priceVal: 700 })
  await piazza.aListing({ section: 'avviso', priceVal: 700 })
  await piazza.aListing({ section: 'dono' })
  const { products } = await lister(piazza)()
  expect(products.map((product) => product.priceVal)).toEqual([0, 0, 0])
  expect(products.map((product) => product.isGift)).toEqual([true, false, false])
})

test.each([
  'p=0',
  'p=-1',
  'p=1.5',
  'p=abc',
  'p=99999999999',
  'pageSize=0',
  'pageSize=61',
  'order=random',
  'section=altro',
  'min=NaN',
  'min=-1',
  'max=1e3',
  'rating=6',
  'rating=4.5',
  'seller=1',
  'seller=%00',
  'name=%00',
  'p=1&p=2',
  `name=${'a'.repeat(201)}`,
  'category[]=x&category[]=y&section=nulla',
])('an invalid value is rejected with a message: %s', async (query) => {
  const piazza = await aPiazza()
  const { status, body } = await piazza.call('GET', `/api/products?${query}`)
  expect(status).toBe(400)
  expect(body).toEqual({ message: expect.stringMatching(/\S/) })
})

test('"all" and empty values mean no filter', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Uno solo' })
  const query = 'p=&seller=&name=all&category=all&min=0&max=0&rating=0&order='
  expect(namesIn(await lister(piazza)(query))).toEqual(['Uno solo'])
})

test('each category with a public listing is returned once, as first spelled', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ category: 'Libri' })
  await piazza.aListing({ category: 'LIBRI' })
  await piazza.aListing({ category: 'Api e miele' })
  await piazza.aListing({ category: 'Nascosta', paused: true })
  const { body } = await piazza.call('GET', '/api/products/categories')
  expect(body).toEqual(['Api e miele', 'Libri'])
})
