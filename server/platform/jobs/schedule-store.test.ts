import { expect, test, vi } from 'vitest'
import { RING_ACCOUNT_DAYS } from '#domain/exchange/rings.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { addScheduled, correctFutureJobs } from '#server/platform/jobs/schedule-store.ts'
import { aDatabase } from '#test/database.ts'
import { aJobWorker } from '#test/job-worker.ts'

const NIGHTLY = { name: 'resolve-searches', minutes: 24 * 60, from: '2026-01-01T02:20:00Z' } as const
const WEEKLY = { name: 'send-desk-lists', minutes: 7 * 24 * 60, from: '2026-01-05T06:00:00Z' } as const
const WAIT_MS = 60_000

const setUp = async () => {
  const db = await aDatabase()
  const added = async () => {
    await addScheduled(db, [NIGHTLY, WEEKLY])
    const rows = await db.query<{ name: string }>(sql`
      delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
      where task.id = task_id returning identifier as name`)
    return rows.map(({ name }) => name).toSorted()
  }
  const moveSlots = (interval: Sql) => db.execute(sql`update job_schedule set slot = slot + ${interval}`)
  const slots = () =>
    db.query<{ name: string; slot: Date; isNow: boolean }>(sql`
      select name, slot, slot <= now() and slot > now() - interval '7 days' as "isNow" from job_schedule order by name`)
  return { db, added, moveSlots, slots }
}

test('a job is added once in each period, and not when it becomes known in the middle of one', async () => {
  const { added, moveSlots, slots } = await setUp()
  expect(await added()).toEqual([])
  expect(await slots()).toMatchObject([
    { name: 'resolve-searches', isNow: true },
    { name: 'send-desk-lists', isNow: true },
  ])
  for (const { name, slot } of await slots()) {
    expect(slot.toISOString().slice(11)).toBe(name === 'send-desk-lists' ? '06:00:00.000Z' : '02:20:00.000Z')
    if (name === 'send-desk-lists') expect(slot.getUTCDay()).toBe(1)
  }
  await moveSlots(sql`interval '-1 day'`)
  expect(await added()).toEqual(['resolve-searches', 'send-desk-lists'])
  expect(await added()).toEqual([])
})

test('a job that was due while no server ran is added once', async () => {
  const { added, moveSlots } = await setUp()
  await added()
  await moveSlots(sql`interval '-30 days'`)
  expect(await added()).toEqual(['resolve-searches', 'send-desk-lists'])
  expect(await added()).toEqual([])
})

test('of several servers one adds the job', async () => {
  const { db, added, moveSlots } = await setUp()
  await added()
  await moveSlots(sql`interval '-1 day'`)
  await Promise.all(Array.from({ length: 8 }, () => addScheduled(db, [NIGHTLY, WEEKLY])))
  const revisions = await db.query<{ revision: number }>(sql`select revision from graphile_worker.jobs`)
  expect(revisions).toEqual([{ revision: 0 }, { revision: 0 }])
})

test('after a clock that was two years ahead no job is added twice, and the next period begins as usual', async () => {
  const { added, moveSlots, slots } = await setUp()
  await added()
  const before = await slots()
  await moveSlots(sql`interval '800 days'`)
  expect(await added()).toEqual([])
  expect(await slots()).toEqual(before)
  await moveSlots(sql`interval '-1 day'`)
  expect(await added()).toEqual(['resolve-searches', 'send-desk-lists'])
})

test('a minute is not shorter for a job whose server has a clock that is ahead', async () => {
  const { db } = await setUp()
  const minute = [{ name: 'follow-chain', minutes: 1 } as const]
  await addScheduled(db, minute)
  await db.execute(sql`update job_schedule set slot = slot - interval '1 minute'`)
  vi.useFakeTimers({ now: Date.now() + 800 * 24 * 60 * 60_000, toFake: ['Date'] })
  await addScheduled(db, minute)
  vi.useRealTimers()
  const ran: string[] = []
  aJobWorker(db, { 'follow-chain': async () => ran.push('follow-chain') })
  await vi.waitFor(() => expect(ran).toEqual(['follow-chain']), WAIT_MS)
})

test('jobs that were added or failed while the clock was ahead keep their delay from now, or run at once', async () => {
  const { db } = await setUp()
  await jobs.add(db, 'tell-payment', { id: 'planned' }, { delayMs: 3_600_000 })
  await jobs.add(db, 'tell-payment', { id: 'due' })
  await jobs.add(db, 'tell-payment', { id: 'failed' })
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at + interval '800 days',
      created_at = case when payload->>'id' = 'failed' then created_at else created_at + interval '800 days' end,
      updated_at = case when payload->>'id' = 'failed' then updated_at else updated_at + interval '800 days' end,
      attempts = case when payload->>'id' = 'failed' then 3 else 0 end`)
  await jobs.add(db, 'find-rings', { listingId: 'far' }, { delayMs: RING_ACCOUNT_DAYS * 24 * 3_600_000 })
  expect((await readQueueState(db)).isLate).toBe(true)
  await correctFutureJobs(db)
  expect((await readQueueState(db)).isLate).toBe(false)
  const rows = await db.query(sql`
    select coalesce(payload->>'id', payload->>'listingId') as id, round(extract(epoch from run_at - now()) / 3600)::int as hours
    from graphile_worker._private_jobs order by id`)
  expect(rows).toEqual([
    { id: 'due', hours: 0 },
    { id: 'failed', hours: 0 },
    { id: 'far', hours: RING_ACCOUNT_DAYS * 24 },
    { id: 'planned', hours: 1 },
  ])
})

test('a job with a key that was planned while the clock was ahead, and added again afterwards, runs', async () => {
  const { db } = await setUp()
  const plan = () =>
    jobs.addAll(db, 'send-push', [{ payload: { memberId: 'rosa' }, key: 'push rosa' }], { delayMs: 5_000 })
  await plan()
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at + interval '800 days',
      created_at = created_at + interval '800 days', updated_at = updated_at + interval '800 days'`)
  await plan()
  await correctFutureJobs(db)
  expect(await db.query(sql`select run_at <= now() as "isDue" from graphile_worker._private_jobs`)).toEqual([
    { isDue: true },
  ])
})

test.each([
  ['in the future', sql`interval '800 days'`],
  ['in the past', sql`interval '-5 minutes'`],
])('a schedule whose last job is %s is late', async (_, moved) => {
  const { db, moveSlots } = await setUp()
  expect((await readQueueState(db)).isLate).toBe(false)
  await addScheduled(db, [{ name: 'follow-chain', minutes: 1 }])
  expect((await readQueueState(db)).isLate).toBe(false)
  await moveSlots(moved)
  expect((await readQueueState(db)).isLate).toBe(true)
})

test('a scheduled job that waits for a free worker is told, although it is added again each minute', async () => {
  const { db } = await setUp()
  const minute = [{ name: 'follow-chain', minutes: 1 } as const]
  await addScheduled(db, minute)
  for (let times = 0; times < 2; times++) {
    await db.execute(sql`update job_schedule set slot = slot - interval '1 minute'`)
    await addScheduled(db, minute)
    if (times === 0)
      await db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '5 minutes'`)
  }
  expect(await readQueueState(db)).toMatchObject({ isLate: true, waiting: 1 })
})
