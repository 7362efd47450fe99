import { expect, test } from 'vitest'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import { makeEditingStore } from '#server/market/listings/editing-store.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const someListings = async () => {
  const piazza = await anOwnPiazza()
  const owner = await piazza.aMember()
  const other = await piazza.aMember()
  const admin = await piazza.aMember({ isAdmin: true })
  await piazza.aListing({ by: owner, name: 'In vetrina', priceVal: 900 })
  await piazza.aListing({ by: owner, name: 'In pausa', paused: true, priceVal: 100, category: 'Libri' })
  await piazza.aListing({ by: owner, name: 'Scaduto', expiresAt: new Date(Date.now() - 1000) })
  await piazza.aListing({ by: owner, name: 'Annunci# 12' })
  await piazza.aListing({ by: other, name: 'Di un altro', paused: true })
  const list = async (query: string, token?: string) => {
    const { status, body } = await piazza.call('GET', `/api/products?${query}`, token ? { token } : {})
    expect(status).toBe(200)
    return body as ListingPage
  }
  const names = async (query: string, token?: string) => (await list(query, token)).products.map(({ name }) => name)
  return { piazza, owner, other, admin, list, names }
}

const ALL_OF_OWNER = ['Annunci# 12', 'Scaduto', 'In pausa', 'In vetrina']

test('an owner sees all own listings, including drafts, paused and expired ones; others see only public ones', async () => {
  const { owner, other, names } = await someListings()
  const query = `seller=${owner.id}`
  expect(await names(query, owner.token)).toEqual(ALL_OF_OWNER)
  expect(await names(query)).toEqual(['In vetrina'])
  expect(await names(query, other.token)).toEqual(['In vetrina'])
  expect(await names('', owner.token)).toEqual(['In vetrina'])
  expect(await names(`seller=${other.id}`, owner.token)).toEqual([])
})

test('the owner’s list tells which listings others see', async () => {
  const { piazza, owner, list } = await someListings()
  const hidden = await piazza.aListing({ by: owner, name: 'Segnalato' })
  await piazza.db.execute(sql`update listing set withheld = 'reports' where id = ${hidden.id}`)
  await piazza.db.execute(sql`update listing set expired = true where name = 'Scaduto'`)
  const shownNames = async () => {
    const { products } = await list(`seller=${owner.id}`, owner.token)
    return products.filter(({ shown }) => shown).map(({ name }) => name)
  }
  expect(await shownNames()).toEqual(['In vetrina'])
  await piazza.db.execute(sql`update listing set hidden = true where seller_id = ${owner.id}`)
  expect(await shownNames()).toEqual([])
})

test('an admin sees all listings of one seller or of all sellers', async () => {
  const { owner, admin, names } = await someListings()
  expect(await names(`seller=${owner.id}`, admin.token)).toEqual(ALL_OF_OWNER)
  expect(await names('', admin.token)).toEqual(['Di un altro', ...ALL_OF_OWNER])
})

test('the list of own listings has pages, filters and orders', async () => {
  const { owner, list, names } = await someListings()
  const mine = `seller=${owner.id}`
  expect(await list(`${mine}&pageSize=3&p=2`, owner.token)).toMatchObject({
    pages: 2,
    page: 2,
    products: [{ name: 'In vetrina' }],
  })
  expect(await list(`${mine}&pageSize=3&p=9`, owner.token)).toMatchObject({ pages: 2, page: 9, products: [] })
  expect(await names(`${mine}&category=LIBRI`, owner.token)).toEqual(['In pausa'])
  expect(await names(`${mine}&order=lowest`, owner.token)).toEqual(['In pausa', 'Annunci# 12', 'Scaduto', 'In vetrina'])
  expect(await names(`${mine}&name=VETR`, owner.token)).toEqual(['In vetrina'])
  expect(await names(`${mine}&name=${encodeURIComponent('%_\\')}`, owner.token)).toEqual([])
  expect(await names(`${mine}&min=5&max=8.5`, owner.token)).toEqual(['Annunci# 12', 'Scaduto'])
})

test('no list contains a telephone number', async () => {
  const { piazza, owner, admin } = await someListings()
  await piazza.db.execute(sql`update listing set aux_phone = '011 555 0199'`)
  for (const token of [owner.token, admin.token]) {
    const { text } = await piazza.call('GET', `/api/products?seller=${owner.id}`, { token })
    expect(text).not.toContain('555 0199')
  }
})

test('each expired listing is marked once when two servers run the expiry at the same time', async () => {
  const piazza = await anOwnPiazza()
  const owner = await piazza.aMember()
  // In the future, so that the server's own job does not mark the listing first.
  const expiresAt = new Date(Date.now() + 3_600_000)
  await piazza.aListing({ by: owner, name: 'Scade', expiresAt })
  await piazza.aListing({ by: owner, name: 'Resta' })
  const stores = [makeEditingStore(piazza.db), makeEditingStore(piazza.db)]
  const counts = await Promise.all(
    stores.map((store) => store.transaction((tx) => store.markExpired(tx, expiresAt, 500))),
  )
  expect(counts.map(({ length }) => length).toSorted()).toEqual([0, 1])
  expect(await piazza.db.query(sql`select name from listing where expired`)).toEqual([{ name: 'Scade' }])
  const [tally] = await piazza.db.query(sql`select shown from listing_tally where section = '' and category = ''`)
  expect(tally).toEqual({ shown: 1 })
})
