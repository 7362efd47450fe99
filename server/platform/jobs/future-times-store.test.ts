import { expect, test } from 'vitest'
import { raw, sql } from '#server/platform/db/sql.ts'
import { correctFutureTimes, FUTURE_TIMES } from '#server/platform/jobs/future-times-store.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'

test('after a clock that was 800 days ahead, what was planned or dated with it is set right', async () => {
  const { db, ...piazza } = await anOwnPiazza()
  const { buyer, item } = await aBuyerAndListing({ ...piazza, db })
  await orderCalls({ ...piazza, db }).place(buyer, [item])
  await db.execute(sql`insert into backup (made_at) values (now())`)
  await db.execute(sql`
    insert into notice (member_id, kind, text, link, created_at, mail_at, daily)
    select id, 'message', 'Un messaggio', '/messaggi', now(), now() + interval '10 minutes', false from member`)
  for (const { table, column } of FUTURE_TIMES)
    await db.execute(sql`update ${raw(table)} set ${raw(column)} = ${raw(column)} + interval '800 days'`)
  await correctFutureTimes(db)
  for (const { table, column, longest } of FUTURE_TIMES)
    expect(
      await db.query(sql`select from ${raw(table)} where ${raw(column)} > now() + ${longest}::interval`),
      `${table}.${column}`,
    ).toEqual([])
  const isDue = await db.query(sql`select distinct mail_at <= now() as due from notice where kind = 'message'`)
  expect(isDue).toEqual([{ due: true }])
  expect(await db.query(sql`select from orders where turn_at > now() - interval '1 minute'`)).toHaveLength(1)
})

test('times that are right stay as they are', async () => {
  const { db, ...piazza } = await anOwnPiazza()
  const { buyer, item } = await aBuyerAndListing({ ...piazza, db })
  await orderCalls({ ...piazza, db }).place(buyer, [item])
  const read = () =>
    Promise.all(
      FUTURE_TIMES.map(({ table, column }) =>
        db.query(sql`select ${raw(column)}::text as at from ${raw(table)} order by 1`),
      ),
    )
  const before = await read()
  await correctFutureTimes(db)
  expect(await read()).toEqual(before)
})
