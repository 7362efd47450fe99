import { expect, test } from 'vitest'
import { raw, sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { makePopulation } from '#test/population.ts'

const aPopulatedDatabase = async () => {
  const db = await aDatabase()
  return { db, ...makePopulation(db) }
}

test('an address and a username belong to one member, whatever their case', async () => {
  const { db, aMember } = await aPopulatedDatabase()
  const { email, username } = await aMember()
  const join = (emailKey: string, usernameKey: string) =>
    db.query(sql`
    insert into member (username, username_key, email, email_key, password_hash)
    values ('X', ${usernameKey}, 'x', ${emailKey}, 'none')`)
  await expect(join(email.toLowerCase(), 'new')).rejects.toMatchObject({ code: '23505' })
  await expect(join('new@esempio.test', username.toLowerCase())).rejects.toMatchObject({ code: '23505' })
})

test('a member reviews a listing once', async () => {
  const { aMember, aListing, aReview } = await aPopulatedDatabase()
  const listing = await aListing()
  const by = await aMember()
  await aReview(listing, { by })
  await expect(aReview(listing, { by })).rejects.toMatchObject({ code: '23505' })
})

test('stock never goes below zero', async () => {
  const { db, aListing } = await aPopulatedDatabase()
  const { id } = await aListing({ stock: 1 })
  await expect(db.query(sql`update listing set stock = stock - 2 where id = ${id}`)).rejects.toMatchObject({
    code: '23514',
  })
})

test('an order is delivered only after payment, and buyer and seller differ', async () => {
  const { db, anOrder } = await aPopulatedDatabase()
  const { order, seller } = await anOrder()
  await expect(db.query(sql`update orders set delivered_at = now() where id = ${order.id}`)).rejects.toMatchObject({
    code: '23514',
  })
  await expect(db.query(sql`update orders set buyer_id = ${seller.id} where id = ${order.id}`)).rejects.toMatchObject({
    code: '23514',
  })
})

test('a gift has no price in VAL, and a published listing has a category', async () => {
  const { db, aListing } = await aPopulatedDatabase()
  const { id } = await aListing({ section: 'dono' })
  await expect(db.query(sql`update listing set price_val = 1 where id = ${id}`)).rejects.toMatchObject({
    code: '23514',
  })
  await expect(db.query(sql`update listing set category = null where id = ${id}`)).rejects.toMatchObject({
    code: '23514',
  })
})

test('consent and audit are append-only', async () => {
  const { db } = await aPopulatedDatabase()
  await db.execute(
    sql`insert into consent (subject, purpose, text_version, event) values ('a', 'newsletter', '1', 'asked')`,
  )
  await db.execute(sql`insert into audit (action, subject) values ('test', 'x')`)
  await expect(db.query(sql`update consent set subject = 'b'`)).rejects.toThrow(/only ever added/)
  await expect(db.query(sql`delete from consent`)).rejects.toThrow(/only ever added/)
  await expect(db.query(sql`truncate audit`)).rejects.toThrow(/only ever added/)
})

test('listing_tally is exact after every change of listings', async () => {
  const { db, aListing, aMember } = await aPopulatedDatabase()
  const by = await aMember()
  const first = await aListing({ by, category: 'Libri' })
  const second = await aListing({ by, category: 'Musica', section: 'dono' })
  await aListing({ by, category: 'Libri', paused: true })
  const isExact = async () => {
    const [row] = await db.query<{ wrong: number }>(sql`
      with counted as (
        select coalesce(section, '') as section, coalesce(category, '') as category, count(*) as shown
        from listing where shown group by cube (section, category)
      )
      select count(*) as wrong from counted c full join listing_tally t using (section, category)
      where coalesce(c.shown, 0) <> coalesce(t.shown, 0)`)
    return row?.wrong === 0
  }
  expect(await isExact()).toBe(true)
  await db.execute(sql`update listing set section = 'cerco', category = 'musica' where id = ${first.id}`)
  expect(await isExact()).toBe(true)
  await db.execute(sql`update listing set paused = not paused`)
  expect(await isExact()).toBe(true)
  await db.execute(sql`delete from listing where id = ${second.id}`)
  expect(await isExact()).toBe(true)
  await db.execute(sql`delete from listing`)
  expect(await isExact()).toBe(true)
})

test('all other counts equal a recount after every change of listings', async () => {
  const { db, aListing, aMember, aReview } = await aPopulatedDatabase()
  const by = await aMember()
  const storedCounts = () =>
    db.query(sql`
    select 'facet' as kind, (to_jsonb(f) - 'shown')::text as of, shown from listing_facet f where shown <> 0
    union all select 'block', concat_ws('|', section, category, level, block), shown from listing_block_tally where shown <> 0
    union all select 'comune', comune::text, shown from listing_comune_tally where shown <> 0
    union all select 'lexeme', concat_ws('|', lexeme, title, labels), anywhere from listing_lexeme where anywhere <> 0
    union all select 'word', word, shown from listing_word where shown <> 0
    order by kind, of`)
  const expectEqualToRecount = async () => {
    const before = await storedCounts()
    await db.execute(sql`select recount_listings()`)
    expect([...before]).toEqual([...(await storedCounts())])
    return before.length
  }
  const first = await aListing({ by, name: 'Sedia di legno', category: 'Mobili', description: 'Legno di faggio' })
  await aListing({ by, name: 'Sedia a dondolo', category: 'Mobili', brand: 'LEGNO,CASA', section: 'dono' })
  await aListing({ by, name: 'Panca', category: 'Casa', paused: true })
  expect(await expectEqualToRecount()).toBeGreaterThan(20)
  await aReview(first, { rating: 4 })
  await db.execute(sql`update listing set municipality = 'Chieri', city = 'Torino'`)
  await db.execute(sql`update listing set name = 'Seggiola di legno', price_val = 1000 where id = ${first.id}`)
  await expectEqualToRecount()
  await db.execute(sql`update listing set paused = not paused`)
  await db.execute(sql`update listing set stock = 3, images = '{/uploads/a.webp}' where id <> ${first.id}`)
  await expectEqualToRecount()
  await db.execute(sql`delete from listing`)
  expect(await expectEqualToRecount()).toBe(0)
})

test('concurrent changes of listings neither deadlock nor lose a count', async () => {
  const { db, aListing, aMember } = await aPopulatedDatabase()
  const by = await aMember()
  const categories = ['Libri', 'Musica', 'Casa', 'Api']
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, index) => aListing({ by, category: categories[index % 4] ?? '' })),
  )
  await Promise.all(
    made.map(({ id }, index) =>
      db.query(
        sql`update listing set category = ${categories[(index + 1) % 4]?.toLowerCase() ?? ''}, paused = ${index % 3 === 0} where id = ${id}`,
      ),
    ),
  )
  const [row] = await db.query<{ shown: number }>(
    sql`select shown from listing_tally where section = '' and category = ''`,
  )
  expect(row?.shown).toBe(16)
})

test('a seller’s rating counts reviews after an exchange, whatever happens to them; a listing’s rating counts all', async () => {
  const { db, aListing, aReview, aMember } = await aPopulatedDatabase()
  const by = await aMember()
  const remaining = await aListing({ by })
  const deleted = await aListing({ by })
  await aReview(remaining, { rating: 5, verified: true })
  const withheld = await aReview(deleted, { rating: 3, verified: true })
  await aReview(deleted, { rating: 1, verified: true })
  const later = await aReview(deleted, { rating: 2 })
  const ratingOf = async (table: 'member' | 'listing', { id }: { id: string }) =>
    (await db.query(sql`select rating, rating_count as count from ${raw(table)} where id = ${id}`))[0]
  expect(await ratingOf('member', by)).toEqual({ rating: 3, count: 3 })
  expect(await ratingOf('listing', deleted)).toEqual({ rating: 2, count: 3 })
  await db.execute(sql`update review set withheld = 'hidden' where id = ${withheld.id}`)
  expect(await ratingOf('member', by)).toEqual({ rating: 3, count: 2 })
  await db.execute(sql`update review set verified_exchange = true where id = ${later.id}`)
  expect(await ratingOf('member', by)).toEqual({ rating: 2.67, count: 3 })
  expect(await ratingOf('listing', deleted)).toEqual({ rating: 1.5, count: 2 })
  await db.execute(sql`delete from review where id = ${later.id}`)
  expect(await ratingOf('member', by)).toEqual({ rating: 3, count: 2 })
  await aReview(deleted, { rating: 4 })
  await db.execute(sql`delete from listing where id = ${deleted.id}`)
  expect(await ratingOf('member', by)).toEqual({ rating: 5, count: 1 })
})

test('ids are unique and sort by creation', async () => {
  const { db } = await aPopulatedDatabase()
  const early = await db.query<{ id: string }>(sql`select new_id() as id from generate_series(1, 500)`)
  await db.execute(sql`select pg_sleep(0.01)`)
  const [late] = await db.query<{ id: string }>(sql`select new_id() as id`)
  const ids = early.map((row) => row.id)
  expect(new Set(ids).size).toBe(500)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids.every((id) => id < (late?.id ?? ''))).toBe(true)
})
