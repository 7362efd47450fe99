import { expect, test } from 'vitest'
import type { FavouritePage } from '#domain/market/favourites.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { responseWhileDeleting } from '#test/concurrent-delete.ts'
import { aPiazza } from '#test/fixtures.ts'

test('a member keeps favourites, last added first; they outlive a pause of the listing but are then not shown', async () => {
  const piazza = await aPiazza()
  const [seller, member] = [await piazza.aMember(), await piazza.aMember()]
  const first = await piazza.aListing({ by: seller, name: 'Cesto' })
  const second = await piazza.aListing({ by: seller, name: 'Sedia' })
  const list = async () => (await piazza.call('GET', '/api/favourites', { token: member.token })).body as FavouritePage

  for (const { id } of [first, second, first]) {
    expect(await piazza.call('PUT', `/api/favourites/${id}`, { token: member.token })).toMatchObject({ status: 200 })
  }
  expect((await list()).ids).toEqual([second.id, first.id])
  expect((await list()).products.map(({ name }) => name)).toEqual(['Sedia', 'Cesto'])

  await piazza.db.execute(sql`update listing set paused = true where id = ${second.id}`)
  expect((await list()).ids).toEqual([second.id, first.id])
  expect((await list()).products.map(({ name }) => name)).toEqual(['Cesto'])

  await piazza.call('DELETE', `/api/favourites/${first.id}`, { token: member.token })
  expect((await list()).ids).toEqual([second.id])
})

test('a listing that is deleted at the same moment is answered 404', async () => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const { id } = await piazza.aListing()
  const add = () => piazza.call('PUT', `/api/favourites/${id}`, { token })
  expect(await responseWhileDeleting(piazza.db, 'listing', id, add)).toMatchObject({ status: 404 })
})

test('only listings that the member may see can be favourites, and nobody sees those of others', async () => {
  const piazza = await aPiazza()
  const [seller, member, other] = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  const { id } = await piazza.aListing({ by: seller, name: 'Lampada' })
  await piazza.db.execute(sql`update listing set paused = true where id = ${id}`)
  expect(await piazza.call('PUT', `/api/favourites/${id}`, { token: member.token })).toMatchObject({ status: 404 })
  expect(await piazza.call('PUT', '/api/favourites/nessuno', { token: member.token })).toMatchObject({ status: 404 })
  expect(await piazza.call('PUT', `/api/favourites/${id}`)).toMatchObject({ status: 401 })

  await piazza.db.execute(sql`update listing set paused = false where id = ${id}`)
  await piazza.call('PUT', `/api/favourites/${id}`, { token: member.token })
  expect((await piazza.call('GET', '/api/favourites', { token: other.token })).body).toMatchObject({
    ids: [],
    products: [],
  })
})
