import { expect, test } from 'vitest'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const setUp = async () => {
  const piazza = await anOwnPiazza()
  const owner = await piazza.aMember()
  const names = (body: unknown) => (body as { matches: ListingCard[] }).matches.map(({ name }) => name)
  const of = async (id: string, by = owner) => {
    const { status, body } = await piazza.call('GET', `/api/products/${id}/matches`, { token: by.token })
    return { status, names: status === 200 ? names(body) : [] }
  }
  const ofDraft = async (body: object, by = owner) => {
    const answer = await piazza.call('POST', '/api/products/matches', { token: by.token, body })
    return names(answer.body)
  }
  return { ...piazza, owner, of, ofDraft }
}

test('an offer finds the requests it answers, a request the offers and gifts that answer it, by synonyms too', async () => {
  const { aListing, owner, of } = await setUp()
  const offer = await aListing({ by: owner, name: 'Babysitter la sera' })
  const request = await aListing({ by: owner, section: 'cerco', name: 'Cerco tavolo da giardino' })
  await aListing({ section: 'cerco', name: 'Cerco tata per due bambini' })
  await aListing({ section: 'cerco', name: 'Libri per bambini' })
  await aListing({ section: 'offro', name: 'Tata referenziata' })
  await aListing({ section: 'dono', name: 'Tavolo in legno' })
  await aListing({ section: 'offro', name: 'Tavola da esterno' })
  await aListing({ section: 'offro', name: 'Sedia da giardino' })
  await aListing({ section: 'propongo', name: 'Tavolo sociale' })
  expect((await of(offer.id)).names).toEqual(['Cerco tata per due bambini'])
  expect((await of(request.id)).names.toSorted()).toEqual(['Tavola da esterno', 'Tavolo in legno'])
})

test('verbs around the thing and Italian endings do not hide a match', async () => {
  const { aListing, owner, of } = await setUp()
  const lessons = await aListing({ by: owner, name: 'Lezioni di uncinetto', category: 'Corsi', isService: true })
  const request = await aListing({
    by: owner,
    section: 'cerco',
    name: 'Imparare l’uncinetto',
    category: 'Tempo libero',
  })
  await aListing({ section: 'cerco', name: 'Imparare «l’uncinetto»', category: 'Tempo libero' })
  await aListing({ section: 'cerco', name: 'Imparare a nuotare', category: 'Tempo libero' })
  await aListing({ name: 'Lezioni d’uncinetto', category: 'Corsi', isService: true })
  await aListing({ name: 'Lezioni di inglese', category: 'Corsi', isService: true })
  expect((await of(lessons.id)).names).toEqual(['Imparare «l’uncinetto»'])
  expect((await of(request.id)).names).toEqual(['Lezioni d’uncinetto'])
})

test('tags, category and place decide the order', async () => {
  const { aListing, owner, of, db } = await setUp()
  const offer = await aListing({ by: owner, name: 'Trapano a percussione', category: 'Attrezzi' })
  const far = await aListing({ section: 'cerco', name: 'Trapano', category: 'Attrezzi' })
  const near = await aListing({ section: 'cerco', name: 'Trapano', category: 'Attrezzi' })
  const other = await aListing({
    section: 'cerco',
    name: 'Per montare una libreria',
    brand: 'TRAPANO',
    category: 'Casa',
  })
  for (const { id } of [offer, near, other])
    await db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino' where id = ${id}`)
  await db.execute(sql`update listing set municipality = 'Palermo', city = 'Palermo' where id = ${far.id}`)
  await db.execute(sql`update listing set name = 'Trapano lontano' where id = ${far.id}`)
  expect((await of(offer.id)).names[0]).toBe('Trapano')
})

test('a listing that is being written has the same matches, and none without a name or of another kind', async () => {
  const { aListing, ofDraft } = await setUp()
  await aListing({ name: 'Divano letto' })
  expect(await ofDraft({ section: 'cerco', name: 'Sofà' })).toEqual(['Divano letto'])
  expect(await ofDraft({ section: 'offro', name: 'Sofà' })).toEqual([])
  expect(await ofDraft({ section: 'avviso', name: 'Sofà' })).toEqual([])
  for (const name of ['', 'Annunci# 7', 'cerco', '%', "'", 'il la lo'])
    expect(await ofDraft({ section: 'cerco', name })).toEqual([])
})

test('own, blocked, paused, expired, hidden and sold-out listings are no matches', async () => {
  const { aListing, aMember, owner, of, db, call } = await setUp()
  const request = await aListing({ by: owner, section: 'cerco', name: 'Cerco chitarra' })
  const [blocks, blocked] = [await aMember(), await aMember()]
  const offer = (options: object = {}) => aListing({ name: 'Chitarra classica', ...options })
  await offer({ by: owner })
  await offer({ by: blocks })
  await offer({ by: blocked })
  await offer({ paused: true })
  await offer({ stock: 0 })
  await offer({ expiresAt: new Date(Date.now() - 1000) })
  await db.execute(sql`update listing set hidden = true where id = ${(await offer()).id}`)
  await call('PUT', `/api/blocks/${owner.id}`, { token: blocks.token })
  await call('PUT', `/api/blocks/${blocked.id}`, { token: owner.token })
  expect(await of(request.id)).toEqual({ status: 200, names: [] })
  await offer()
  expect((await of(request.id)).names).toEqual(['Chitarra classica'])
})

test('only the owner sees the matches of a listing', async () => {
  const { aListing, aMember, owner, of } = await setUp()
  const listing = await aListing({ by: owner, name: 'Chitarra' })
  const paused = await aListing({ by: owner, name: 'Chitarra', paused: true })
  const [stranger, admin] = [await aMember(), await aMember({ isAdmin: true })]
  expect((await of(listing.id, stranger)).status).toBe(403)
  expect((await of(listing.id, admin)).status).toBe(403)
  expect((await of(paused.id, stranger)).status).toBe(404)
  expect((await of(paused.id)).status).toBe(200)
})
