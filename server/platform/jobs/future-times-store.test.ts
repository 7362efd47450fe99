import { expect, test } from 'vitest'
import { raw, sql } from '#server/platform/db/sql.ts'
import { correctFutureTimes, FUTURE_TIMES } from '#server/platform/jobs/future-times-store.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { keepSchedule } from '#server/platform/jobs/keep-schedule.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { moveClockMark } from '#server/platform/retention/store.ts'
import { aDatabase } from '#test/database.ts'
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

test('while the clock is behind, times and jobs that are right stay as they are, and the jobs count as late', async () => {
  const { db, ...piazza } = await anOwnPiazza()
  const { buyer, item } = await aBuyerAndListing({ ...piazza, db })
  await orderCalls({ ...piazza, db }).place(buyer, [item])
  await jobs.add(db, 'tell-payment', { id: 'planned' }, { delayMs: 3_600_000 })
  // A clock that is behind cannot be set in a test: what was stored before is moved ahead instead.
  await db.execute(sql`update retention set clock_up_to = now() + interval '20 days'`)
  await db.execute(
    sql`update orders set created_at = created_at + interval '20 days', turn_at = turn_at + interval '20 days'`,
  )
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at + interval '20 days', updated_at = updated_at + interval '20 days'`)
  const read = () =>
    db.query(sql`
      select created_at::text as at from orders union all select turn_at::text from orders
      union all select run_at::text from graphile_worker._private_jobs order by 1`)
  const before = await read()
  await keepSchedule(db, [])
  expect(await read()).toEqual(before)
  expect(await readQueueState(db)).toMatchObject({ isLate: true, clockIsBehind: true })
  await db.execute(sql`update retention set clock_up_to = now()`)
  await keepSchedule(db, [])
  expect(await db.query(sql`select from orders where greatest(created_at, turn_at) > now()`)).toEqual([])
  expect(await readQueueState(db)).toMatchObject({ isLate: false, clockIsBehind: false })
})

test('a clock that is ahead for some minutes moves the mark of what it has surely reached by minutes, and none moves it back', async () => {
  const db = await aDatabase()
  const toMark = async () => {
    const [row] = await db.query<{ minutes: number }>(sql`
      select round(extract(epoch from clock_up_to - now()) / 60)::int as minutes from retention`)
    return row?.minutes
  }
  const set = (days: number) =>
    db.execute(sql`update retention set clock_up_to = now() + make_interval(days => ${days})`)
  // As if the clock were ahead.
  await set(-800)
  for (let times = 0; times < 4; times++) expect(await moveClockMark(db)).toBe(false)
  expect(await toMark()).toBe(-800 * 24 * 60 + 4)
  await set(20)
  expect(await moveClockMark(db)).toBe(true)
  expect(await toMark()).toBe(20 * 24 * 60)
})
