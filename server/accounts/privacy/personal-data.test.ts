import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { someServices } from '#test/services.ts'

test('every table with a foreign key to a member belongs to one subject’s personal data', async () => {
  const { db } = await aPiazza()
  const rows = await db.query<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'member'::regclass`)
  const { personalData } = someServices(db, () => new Date())
  const tables = personalData.flatMap((data) => data.tables)
  expect(tables.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
