import { expect, test } from 'vitest'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

test('what a balance can pay leaves out what is sold out or costs euro, one’s own, and listings of suspended or blocked members', async () => {
  const piazza = await anOwnPiazza()
  const [member, blocks, blocked, suspended, admin, seller] = [
    await piazza.aMember(),
    await piazza.aMember(),
    await piazza.aMember(),
    await piazza.aMember(),
    await piazza.aMember({ isAdmin: true }),
    await piazza.aMember(),
  ]
  await piazza.call('PUT', `/api/blocks/${member.id}`, { token: blocks.token })
  await piazza.call('PUT', `/api/blocks/${blocked.id}`, { token: member.token })
  const offer = async (name: string, options: object = {}, priceVal = 5) => {
    const { id } = await piazza.aListing({ name, stock: 1, by: seller, ...options })
    await piazza.db.execute(sql`update listing set price_val = ${priceVal * 100} where id = ${id}`)
  }
  await offer('Suo', { by: member })
  await offer('Mi blocca', { by: blocks })
  await offer('Bloccata', { by: blocked })
  await offer('Sospesa', { by: suspended })
  await offer('Esaurito', { stock: 0 })
  await offer('Troppo caro', {}, 11)
  await offer('Solo euro', {}, 0)
  await offer('Cercato', { section: 'cerco' })
  await offer('Anche euro')
  await piazza.db.execute(sql`update listing set price_euro = 300 where name = 'Anche euro'`)
  await piazza.call('PUT', `/api/users/${suspended.id}/suspension`, { token: admin.token, body: { reason: 'x' } })
  const find = async (val: string) => {
    const { status, body } = await piazza.call('GET', `/api/products/affordable?val=${val}`, { token: member.token })
    return { status, names: ((body as { products?: ListingCard[] }).products ?? []).map(({ name }) => name) }
  }
  expect(await find('10')).toEqual({ status: 200, names: [] })
  await offer('Miele', {}, 10)
  expect(await find('10')).toEqual({ status: 200, names: ['Miele'] })
  expect(await find('9,99')).toEqual({ status: 200, names: [] })
  expect(await find('0')).toEqual({ status: 200, names: [] })
  await piazza.db.execute(sql`update member set city = 'Torino' where id = ${member.id}`)
  expect(await find('10')).toEqual({ status: 200, names: ['Miele'] })
  expect((await find('')).status).toBe(400)
})
