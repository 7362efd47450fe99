import { expect, test } from 'vitest'
import { listingBatches } from '#bench/seed-listings.ts'
import { raw, sql } from '#server/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

test('generated listings fit the database, with events that lie ahead', async () => {
  const { db, aMember, call } = await aPiazza()
  const { id } = await aMember()
  const [batch = []] = listingBatches(200, [id], [{ id: 1001, name: 'Agliè', province: 'Torino' }])
  const categories = new Set(batch.map((row) => (row as { category: string }).category))
  await db.execute(
    sql`insert into category (key, name) select name, name from unnest(${[...categories]}::text[]) as name`,
  )
  const columns = raw(Object.keys(batch[0] ?? {}).join(', '))
  await db.execute(sql`insert into listing (${columns})
    select ${columns} from jsonb_populate_recordset(null::listing, ${JSON.stringify(batch)})`)
  const events = batch.filter((row) => (row as { section: string }).section === 'avviso')
  const { body } = await call('GET', '/api/products?section=avviso&pageSize=60')
  expect((body as { products: unknown[] }).products).toHaveLength(events.length)
})
