import { expect, test } from 'vitest'
import { MISSED_SEARCH_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import type { SoughtList } from '#domain/market/sought.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { someServices } from '#test/services.ts'

const setUp = async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const miss = (name: string, by?: { token: string }) =>
    piazza.call('POST', '/api/searches/missed', { ...(by && { token: by.token }), body: { query: { name } } })
  const sought = async () => {
    const { body } = await piazza.call('GET', '/api/searches/sought', { token: admin.token })
    return (body as SoughtList).sought
  }
  return { piazza, miss, sought }
}

test('admins see what three people searched for and nobody offers, whatever its ending', async () => {
  const { piazza, miss, sought } = await setUp()
  const people = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  for (const member of people.slice(0, 2)) expect((await miss('ukulele', member)).status).toBe(200)
  await miss('Ukuleli', people[0])
  expect(await sought()).toEqual([])
  await miss('UKULELE', people[2])
  expect(await sought()).toMatchObject([{ people: 3 }])
  const listing = await piazza.aListing({ name: 'Ukulele soprano' })
  expect(await sought()).toEqual([])
  await piazza.db.execute(sql`update listing set paused = true where id = ${listing.id}`)
  expect(await sought()).toHaveLength(1)
})

test('a «Cerco» counts like a search, once for each person', async () => {
  const { piazza, miss, sought } = await setUp()
  const people = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  await piazza.aListing({ by: people[0], section: 'cerco', name: 'Cerco trapano' })
  await piazza.aListing({ by: people[0], section: 'cerco', name: 'Cerco un trapano' })
  await piazza.aListing({ by: people[1], section: 'cerco', name: 'Trapano' })
  expect(await sought()).toEqual([])
  await piazza.aListing({ by: people[2], section: 'cerco', name: 'Cercasi trapano' })
  expect(await sought()).toEqual([{ text: 'trapano', people: 3 }])
  await miss('trapano', people[1])
  expect(await sought()).toEqual([{ text: 'trapano', people: 3 }])
})

test('a wish is one however it is written, and one person counts once', async () => {
  const { piazza, miss, sought } = await setUp()
  const people = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  await miss('tagliaerba in prestito', people[0])
  await miss('tagliaerba', people[1])
  await miss('un tagliaerba elettrico', people[1])
  expect(await sought()).toEqual([])
  await piazza.aListing({ by: people[0], section: 'cerco', name: 'Cerco tagliaerba' })
  expect(await sought()).toEqual([])
  await piazza.aListing({ by: people[2], section: 'cerco', name: 'Vorrei un TAGLIAERBA' })
  expect(await sought()).toEqual([{ text: 'tagliaerba', people: 3 }])
})

test('a wish is met by whoever offers that thing, whatever else its titles say', async () => {
  const { piazza, sought } = await setUp()
  for (const name of ['Cerco tagliaerba elettrico', 'Cerco tagliaerba a scoppio', 'Cerco tagliaerba in prestito'])
    await piazza.aListing({ section: 'cerco', name })
  expect(await sought()).toMatchObject([{ people: 3 }])
  await piazza.aListing({ name: 'Tagliaerba' })
  expect(await sought()).toEqual([])
})

test('searches that find something, and articles, are not noted; nothing tells who searched', async () => {
  const { piazza, miss } = await setUp()
  const member = await piazza.aMember()
  await piazza.aListing({ name: 'Chitarra' })
  for (const name of ['chitarra', 'il', '']) await miss(name, member)
  expect(await piazza.db.query(sql`select from missed_search`)).toEqual([])
  await miss('termosifone', member)
  const rows = await piazza.db.query(sql`select * from missed_search`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(member.id)
})

test('missed searches are deleted after their retention', async () => {
  const { piazza, miss } = await setUp()
  await miss('ukulele')
  expect(await piazza.db.query(sql`select from missed_search`)).toHaveLength(1)
  const later = new Date(Date.now() + (MISSED_SEARCH_DAYS + 2) * DAY_MS)
  await someServices(piazza.db, () => later).privacy.deleteExpiredAt(later)
  expect(await piazza.db.query(sql`select from missed_search`)).toEqual([])
})
