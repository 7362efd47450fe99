import { expect, test } from 'vitest'
import { makeUploadsService } from '#server/market/uploads/service.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import { makeUploadsStore } from '#server/market/uploads/store.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeLimits } from '#server/platform/limits/service.ts'
import { makeLimitsStore } from '#server/platform/limits/store.ts'
import { aPiazza } from '#test/fixtures.ts'
import { someServices } from '#test/services.ts'
import { storedOutsideTransactions } from '#test/transaction-checks.ts'

const HOUR = 60 * 60 * 1000

const aSweeper = async () => {
  const removed: string[] = []
  let broken = false
  const storage: Storage = storedOutsideTransactions({
    put: async () => {},
    async remove(name) {
      if (broken) throw new Error('the storage is unavailable')
      removed.push(name)
    },
    get: async () => Buffer.of(),
    urlOf: (name) => name,
  })
  // The server's own job, which runs every ten minutes, removes from the same storage.
  const piazza = await aPiazza({ storage })
  const member = await piazza.aMember()
  const now = () => new Date()
  const { orders } = someServices(piazza.db, now)
  const makeUploads = () =>
    makeUploadsService({
      store: makeUploadsStore(piazza.db),
      storage,
      limits: makeLimits(makeLimitsStore(piazza.db), { enabled: true, now }),
      picturesInRequests: orders.picturesInOrders,
      retention: { surelyPassed: async () => now() },
      now,
    })
  const aged = (hours: number) => piazza.aPicture(member, { unusedSince: new Date(Date.now() - hours * HOUR) })
  /** Makes all pictures older, once they are in use: before that, the server's own job would delete them. */
  const age = (hours: number) =>
    piazza.db.execute(sql`update upload set unused_since = unused_since - make_interval(hours => ${hours})`)
  const left = async () =>
    (await piazza.db.query<{ id: string }>(sql`select id from upload order by id`)).map(({ id }) => id)
  const breakStorage = (state: boolean) => {
    broken = state
  }
  return { piazza, member, removed, makeUploads, aged, age, left, breakStorage }
}

test('an unused picture is deleted after a day, in all its widths', async () => {
  const { removed, makeUploads, aged, left } = await aSweeper()
  const fresh = await aged(23)
  const old = await aged(25)
  await makeUploads().sweep()
  expect(await left()).toEqual([fresh.id])
  expect(removed.toSorted()).toEqual([`${old.id}-1200.webp`, `${old.id}-320.webp`, `${old.id}-640.webp`])
})

test('pictures of listings, logos and pictures of orders are kept', async () => {
  const { piazza, member, removed, makeUploads, aged, age, left } = await aSweeper()
  const [shown, logo, ordered] = [await aged(0), await aged(0), await aged(0)]
  const { id } = await piazza.aListing({ by: member })
  await piazza.call('PUT', `/api/products/${id}`, {
    token: member.token,
    body: { name: 'Con foto', category: 'Varie', image: [shown.url] },
  })
  await piazza.call('PUT', '/api/users/profile', { token: member.token, body: { sellerLogo: logo.url } })
  const { order } = await piazza.anOrder()
  await piazza.db.execute(sql`update order_item set image = ${ordered.url} where order_id = ${order.id}`)
  await age(50)
  await makeUploads().sweep()
  await makeUploads().sweep()
  expect(removed).toEqual([])
  expect(await left()).toEqual([shown.id, logo.id, ordered.id].toSorted())
})

test('a picture removed from a listing is kept for a day, one of a deleted listing or account is deleted', async () => {
  const { piazza, member, makeUploads, aged, age, left } = await aSweeper()
  const [off, along, logo] = [await aged(0), await aged(0), await aged(0)]
  const put = (id: string, image: string[]) =>
    piazza.call('PUT', `/api/products/${id}`, { token: member.token, body: { name: 'Foto', category: 'Varie', image } })
  const edited = await piazza.aListing({ by: member })
  const deleted = await piazza.aListing({ by: member })
  await put(edited.id, [off.url])
  await put(deleted.id, [along.url])
  await piazza.call('PUT', '/api/users/profile', { token: member.token, body: { sellerLogo: logo.url } })
  await age(50)
  await put(edited.id, [])
  await piazza.call('DELETE', `/api/products/${deleted.id}`, { token: member.token })
  await makeUploads().sweep()
  expect(await left()).toEqual([off.id, logo.id].toSorted())
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('DELETE', `/api/users/${member.id}`, { token: admin.token })).status).toBe(200)
  await age(25)
  await makeUploads().sweep()
  expect(await left()).toEqual([])
})

test('concurrent sweeps delete every picture', async () => {
  const { removed, makeUploads, aged, left } = await aSweeper()
  for (let each = 0; each < 45; each++) await aged(30)
  await Promise.all([makeUploads().sweep(), makeUploads().sweep()])
  await makeUploads().sweep()
  expect(await left()).toEqual([])
  expect(new Set(removed).size).toBe(45 * 3)
})

test('while the storage is unavailable, no picture is deleted, nor used again', async () => {
  const { piazza, member, makeUploads, aged, left, breakStorage } = await aSweeper()
  const old = await aged(30)
  breakStorage(true)
  await expect(makeUploads().sweep()).rejects.toThrow('unavailable')
  expect(await left()).toEqual([old.id])
  const { id } = await piazza.aListing({ by: member })
  const body = { name: 'Con foto', category: 'Varie', image: [old.url] }
  expect((await piazza.call('PUT', `/api/products/${id}`, { token: member.token, body })).status).toBe(422)
  breakStorage(false)
  await makeUploads().sweep()
  expect(await left()).toEqual([])
})
