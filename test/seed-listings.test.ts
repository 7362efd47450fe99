import { expect, test } from 'vitest'
import { insertCategories, insertListings } from '#bench/seed.ts'
import { CATEGORIES, listingBatches } from '#bench/seed-listings.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

test('generated listings fit the database, with events that lie ahead', async () => {
  const { db, aMember, call } = await anOwnPiazza()
  const { id } = await aMember()
  const [batch = []] = listingBatches(200, [id], [{ id: 1001, name: 'Agliè', province: 'Torino' }])
  await insertCategories(db, CATEGORIES)
  await insertListings(db, batch)
  const events = batch.filter((row) => (row as { section: string }).section === 'avviso')
  const { body } = await call('GET', '/api/products?section=avviso&pageSize=60')
  expect((body as { products: unknown[] }).products).toHaveLength(events.length)
})
