import { expect, test } from 'vitest'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithRings, THINGS } from '#test/rings.ts'
import { someServices } from '#test/services.ts'

test('rings of two and of four are found, not of five', async () => {
  const { aRing, ringsOf, anOldMember, aListing, searched } = await aPiazzaWithRings()
  expect((await aRing(2)).ring?.parts).toHaveLength(2)
  const four = await aRing(4)
  expect(four.ring?.parts).toHaveLength(4)
  const five = await Promise.all(Array.from({ length: 5 }, () => anOldMember()))
  for (const [index, by] of five.entries()) {
    const name = ['Tosaerba', 'Lavatrice', 'Tenda', 'Cuccia', 'Barbecue'][index] ?? ''
    await aListing({ by, name })
    await aListing({ by: five[(index + 1) % 5] as (typeof five)[0], section: 'cerco', name: `Cerco ${name}` })
  }
  await searched()
  expect(await ringsOf(five[0] as (typeof five)[0])).toEqual([])
})

test('a request published while an offer is being matched keeps its match with that offer', async () => {
  const { anOldMember, aListing, ringsOf, searched, db } = await aPiazzaWithRings()
  const [ada, bea] = [await anOldMember(), await anOldMember()]
  await aListing({ by: bea, name: 'Divano' })
  await aListing({ by: ada, section: 'cerco', name: 'Cerco Divano' })
  const offer = await aListing({ by: ada, name: 'Trapano' })
  await searched()
  let isPublished = false
  const { rings } = someServices(
    {
      ...db,
      async query<Row extends object>(statement: Sql) {
        const rows = await db.query<Row>(statement)
        if (!isPublished && statement.text.includes('select l.place from listing l')) {
          isPublished = true
          await aListing({ by: bea, section: 'cerco', name: 'Cerco Trapano' })
          await searched()
          // Deletes the ring found by the search for the request; the search for the offer must find it again.
          await db.execute(sql`delete from ring`)
        }
        return rows
      },
    },
    () => new Date(),
  )
  await rings.search(offer.id)
  expect(isPublished).toBe(true)
  expect(await ringsOf(ada)).toHaveLength(1)
})

test('a listing that has changed since it was matched is not proposed', async () => {
  const { anOldMember, aListing, ringsOf, searched, db } = await aPiazzaWithRings()
  const [ada, bea] = [await anOldMember(), await anOldMember()]
  await aListing({ by: bea, name: 'Divano' })
  const wanted = await aListing({ by: ada, section: 'cerco', name: 'Cerco Divano' })
  const offer = await aListing({ by: ada, name: 'Trapano' })
  await searched()
  // As if the search job of the changed listing were still in the queue.
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table listing disable trigger listing_rings_update`)
    await tx.execute(sql`update listing set name = 'Cerco Chitarra' where id = ${wanted.id}`)
    await tx.execute(sql`alter table listing enable trigger listing_rings_update`)
  })
  await aListing({ by: bea, section: 'cerco', name: 'Cerco Trapano' })
  await searched()
  expect(await ringsOf(ada)).toEqual([])
  const { rings } = someServices(db, () => new Date())
  await db.execute(sql`update listing set name = 'Cerco Divano' where id = ${wanted.id}`)
  await searched()
  await rings.search(offer.id)
  expect(await ringsOf(ada)).toHaveLength(1)
})

test('young, unverified, suspended and blocked members are left out', async () => {
  const { anOldMember, aCircle, ringsOf, db, call } = await aPiazzaWithRings()
  const exclude: ((person: { id: string; token: string }, other: { id: string }) => Promise<unknown>)[] = [
    ({ id }) => db.execute(sql`update member set created_at = now() - interval '13 days' where id = ${id}`),
    ({ id }) => db.execute(sql`update member set suspended_at = now() where id = ${id}`),
    ({ id }) => db.execute(sql`update member set verified = false where id = ${id}`),
    ({ token }, other) => call('PUT', `/api/blocks/${other.id}`, { token }),
    (person, other) => call('PUT', `/api/blocks/${person.id}`, { token: (other as typeof person).token }),
  ]
  for (const excluded of exclude) {
    const [one, other] = [await anOldMember(), await anOldMember()]
    await excluded(one, other)
    await aCircle([one, other])
    expect(await ringsOf(other)).toEqual([])
    await db.execute(sql`delete from listing`)
  }
})

test('a listing that is paused is left out until it is shown again', async () => {
  const { anOldMember, aListing, ringsOf, searched, db } = await aPiazzaWithRings()
  const [one, other] = [await anOldMember(), await anOldMember()]
  const setPaused = async (paused: boolean) => {
    await db.execute(sql`update listing set paused = ${paused}`)
    await searched()
  }
  await aListing({ by: one, name: 'Lavatrice' })
  await aListing({ by: other, section: 'cerco', name: 'Cerco Lavatrice' })
  await aListing({ by: one, section: 'cerco', name: 'Cerco Barbecue' })
  await searched()
  await setPaused(true)
  await aListing({ by: other, name: 'Barbecue' })
  await searched()
  expect(await ringsOf(other)).toEqual([])
  await setPaused(false)
  expect(await ringsOf(other)).toHaveLength(1)
})

test.each([0, 800])('a member who grows old enough is included then, also by a clock %s days ahead', async (ahead) => {
  const { anOldMember, aCircle, ringsOf, passDays, db } = await aPiazzaWithRings()
  passDays(ahead)
  const [one, young] = [await anOldMember(), await anOldMember()]
  await db.execute(sql`update member set created_at = now() + make_interval(days => ${ahead}) where id = ${young.id}`)
  await aCircle([one, young])
  expect(await ringsOf(one)).toEqual([])
  const planned = await db.query<{ days: number }>(sql`
    select round(extract(epoch from run_at - now()) / 86400)::integer as days from graphile_worker.jobs
    where task_identifier = 'find-rings'`)
  expect(planned.map(({ days }) => days)).toEqual([14, 14])
})

test('at most two open rings for each member, and a listing in one of them only', async () => {
  const { anOldMember, aListing, ringsOf, searched } = await aPiazzaWithRings()
  const hub = await anOldMember()
  const others = await Promise.all(THINGS.slice(0, 3).map(() => anOldMember()))
  for (const [index, other] of others.entries()) {
    const [gives, takes] = [THINGS[index] ?? '', ['Tosaerba', 'Lavatrice', 'Barbecue'][index] ?? '']
    await aListing({ by: hub, name: gives })
    await aListing({ by: other, section: 'cerco', name: `Cerco ${gives}` })
    await aListing({ by: other, name: takes })
    await aListing({ by: hub, section: 'cerco', name: `Cerco ${takes}` })
    await searched()
  }
  const open = (await ringsOf(hub)).filter(({ state }) => state === 'open')
  expect(open).toHaveLength(2)
  const listings = open.flatMap(({ parts }) => parts.flatMap(({ offer, wanted }) => [offer._id, wanted._id]))
  expect(new Set(listings).size).toBe(listings.length)
})
