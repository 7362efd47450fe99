import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { isDraft, MAX_DRAFTS, quantityChanged } from '#domain/market/listings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'

test('a new listing is a draft in the first section, visible only to its owner and to admins', async () => {
  const { piazza, owner, create, see, publicNames } = await aPiazzaWithOwner()
  const { status, product } = await create()
  expect(status).toBe(200)
  expect(product).toMatchObject({ section: 'offro', priceVal: 1, priceEuro: 0, image: [], auxPhone: '', reviews: [] })
  expect(product.name).toMatch(/^Annunci# \d+$/)
  expect(isDraft(product.name)).toBe(true)
  expect(product.seller._id).toBe(owner.id)
  expect((await see(product._id)).body).toEqual({ message: MESSAGES.listingNotFound })
  expect((await see(product._id, (await piazza.aMember()).token)).status).toBe(404)
  expect((await see(product._id, owner.token)).status).toBe(200)
  expect((await see(product._id, (await piazza.aMember({ isAdmin: true })).token)).status).toBe(200)
  expect(await publicNames()).toEqual([])
})

test('the number of drafts is limited, also for concurrent requests', async () => {
  const { piazza, create, owner, change } = await aPiazzaWithOwner()
  const made = await Promise.all(Array.from({ length: MAX_DRAFTS + 4 }, () => create()))
  const refused = made.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(4)
  expect(refused[0]?.body).toEqual({ message: MESSAGES.tooManyDrafts })
  const [first] = made.filter(({ status }) => status === 200)
  await change(first?.product._id ?? '', LISTING_INPUT)
  expect((await create()).status).toBe(200)
  const [row] = await piazza.db.query(sql`select count(*) from listing where seller_id = ${owner.id} and draft`)
  expect(row).toMatchObject({ count: MAX_DRAFTS })
})

test('a listing whose name is not a draft’s is public, except its telephone number', async () => {
  const { create, change, see, publicNames, owner } = await aPiazzaWithOwner()
  const { product } = await create()
  const saved = await change(product._id, LISTING_INPUT)
  expect(saved.status).toBe(200)
  const expected = { ...LISTING_INPUT, brand: 'MIELE,CASTAGNO', city: 'Torino' }
  expect(saved.product).toMatchObject(expected)
  expect(await publicNames()).toEqual(['Miele di castagno'])
  const { auxPhone, ...everyones } = expected
  const seen = await see(product._id)
  expect(seen.body).toMatchObject(everyones)
  expect(seen.text).not.toContain('auxPhone')
  expect((await see(product._id, owner.token)).body).toMatchObject({ auxPhone })
})

test('the date and the place in the list are set when a listing is first published', async () => {
  let now = new Date('2026-11-01T10:00:00Z')
  const { create, change, publicNames } = await aPiazzaWithOwner({ clock: () => now })
  const { product: early } = await create()
  const { product: late } = await create()
  now = new Date('2026-11-08T10:00:00Z')
  await change(late._id, { ...LISTING_INPUT, name: 'Finito prima' })
  now = new Date('2026-11-09T10:00:00Z')
  const published = await change(early._id, { ...LISTING_INPUT, name: 'Finito dopo' })
  expect(published.product.createdAt).toBe(now.toISOString())
  expect(await publicNames()).toEqual(['Finito dopo', 'Finito prima'])
  now = new Date('2026-11-10T10:00:00Z')
  const again = await change(late._id, { ...LISTING_INPUT, name: 'Finito prima, corretto' })
  expect(again.product.createdAt).toBe('2026-11-08T10:00:00.000Z')
  expect(await publicNames()).toEqual(['Finito dopo', 'Finito prima, corretto'])
})

test('the name of a draft hides a listing; with another name it is shown again in the same place', async () => {
  const { piazza, owner, create, change, publicNames } = await aPiazzaWithOwner()
  const { product } = await create()
  await change(product._id, LISTING_INPUT)
  await piazza.aListing({ by: owner, name: 'Un altro' })
  await change(product._id, { ...LISTING_INPUT, name: 'Annunci# in rifacimento' })
  expect(await publicNames()).toEqual(['Un altro'])
  await change(product._id, LISTING_INPUT)
  expect(await publicNames()).toEqual(['Un altro', 'Miele di castagno'])
})

test.each([
  'Annunci# 5',
  'Annunci! x',
  'Annuncià',
  'Annunci–',
  'Annunci’ vari',
  'Annunci vari',
  'Annuncio',
  'annunci#',
  'Annunci_x',
  'Annunci9',
])('domain and database agree whether "%s" is a draft', async (name) => {
  const { create, change, publicNames } = await aPiazzaWithOwner()
  const { product } = await create()
  expect((await change(product._id, { ...LISTING_INPUT, name })).status).toBe(200)
  expect(await publicNames()).toEqual(isDraft(name) ? [] : [name])
})

test('a paused listing is in no list until it is resumed', async () => {
  const { create, change, see, publicNames } = await aPiazzaWithOwner()
  const { product } = await create()
  await change(product._id, { ...LISTING_INPUT, pause: true })
  expect(await publicNames()).toEqual([])
  expect((await see(product._id)).body).toEqual({ message: MESSAGES.listingPaused })
  await change(product._id, LISTING_INPUT)
  expect(await publicNames()).toEqual(['Miele di castagno'])
})

test('deleting a listing deletes its reviews; orders keep their copies', async () => {
  const { piazza } = await aPiazzaWithOwner()
  const { seller, listing, order } = await piazza.anOrder({ state: 'delivered' })
  await piazza.aReview(listing)
  const gone = await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })
  expect(gone).toMatchObject({ status: 200, body: { message: MESSAGES.listingDeleted } })
  expect((await piazza.call('GET', `/api/products/${listing.id}`)).status).toBe(404)
  expect(await piazza.db.query(sql`select from review where listing_id = ${listing.id}`)).toHaveLength(0)
  const items = await piazza.db.query(sql`select name, listing_id from order_item where order_id = ${order.id}`)
  expect(items).toEqual([{ name: listing.name, listing_id: null }])
  expect((await piazza.call('DELETE', `/api/products/${listing.id}`, { token: seller.token })).status).toBe(404)
})

test('changes by an admin to another member’s listing are recorded', async () => {
  const { piazza, owner, create, change } = await aPiazzaWithOwner({})
  const admin = await piazza.aMember({ isAdmin: true })
  const { product } = await create()
  await change(product._id, LISTING_INPUT)
  await change(product._id, { ...LISTING_INPUT, name: 'Corretto' }, admin.token)
  await piazza.call('DELETE', `/api/products/${product._id}`, { token: admin.token })
  const notes = await piazza.db.query(sql`select action, actor, subject from audit order by id`)
  expect(notes).toEqual([
    { action: 'listing.edit', actor: admin.id, subject: owner.id },
    { action: 'listing.delete', actor: admin.id, subject: owner.id },
  ])
})

test('a change saved from a page that shows an old quantity leaves what orders have taken', async () => {
  const { piazza, create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  await change(product._id, { ...LISTING_INPUT, countInStock: 3 })
  const take = (pieces: number) =>
    piazza.db.execute(sql`update listing set stock = stock - ${pieces} where id = ${product._id}`)
  const save = (sent: object) => change(product._id, { ...LISTING_INPUT, ...sent })
  await take(1)
  expect((await save({ countInStock: 3, countInStockSeen: 3 })).product).toMatchObject({ countInStock: 2 })
  expect((await save({ countInStock: 5, countInStockSeen: 2 })).product).toMatchObject({ countInStock: 5 })
  // A retry after a lost response.
  expect((await save({ countInStock: 5, countInStockSeen: 2 })).product).toMatchObject({ countInStock: 5 })
  await take(4)
  const refused = await save({ countInStock: 6, countInStockSeen: 5 })
  const message = quantityChanged(1)
  expect(refused).toMatchObject({ status: 409, product: { message, errors: { countInStock: message } } })
  expect((await save({ countInStock: 6, countInStockSeen: 1 })).product).toMatchObject({ countInStock: 6 })
  expect((await save({ countInStock: 4 })).product).toMatchObject({ countInStock: 4 })
})
