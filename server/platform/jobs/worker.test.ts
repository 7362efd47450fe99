import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeDueJobs } from '#server/platform/jobs/due.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { isServerRunning, unlockJobsOfDeadWorkers } from '#server/platform/jobs/locks.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aJobWorker } from '#test/job-worker.ts'
import { jobsDone } from '#test/jobs-done.ts'

const waiting = async (db: Database): Promise<number> => (await db.query(sql`select from graphile_worker.jobs`)).length
const WAIT_MS = 60_000
const TEST_MS = 5 * WAIT_MS
const allDone = (db: Database) => vi.waitFor(async () => expect(await waiting(db)).toBe(0), WAIT_MS)

test('a job added in a transaction runs after the commit, and never after a rollback', async () => {
  const db = await aDatabase()
  const ran: number[] = []
  aJobWorker(db, { 'send-mail': async ({ mailId }) => ran.push(mailId) })
  // The first job of a name inserts the name. Without this, the open transaction below would lock that row.
  await jobs.add(db, 'send-mail', { mailId: 0 })
  await allDone(db)
  const failing = db.transaction(async (tx) => {
    await jobs.add(tx, 'send-mail', { mailId: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const [added, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const committed = db.transaction(async (tx) => {
    await jobs.add(tx, 'send-mail', { mailId: 2 })
    added.resolve()
    await commit.promise
  })
  await added.promise
  // This job is committed at once. If the worker saw the earlier, uncommitted one, it would run that first.
  await jobs.add(db, 'send-mail', { mailId: 3 })
  await vi.waitFor(() => expect(ran).toEqual([0, 3]), WAIT_MS)
  commit.resolve()
  await committed
  await allDone(db)
  expect(ran).toEqual([0, 3, 2])
})

test('each job runs in one of several workers', async () => {
  const db = await aDatabase()
  const ran: number[] = []
  for (let instance = 0; instance < 3; instance++)
    aJobWorker(db, { 'send-mail': async ({ mailId }) => ran.push(mailId) })
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  await Promise.all(numbers.map((mailId) => jobs.add(db, 'send-mail', { mailId })))
  await allDone(db)
  expect(ran.toSorted((one, other) => one - other)).toEqual(numbers)
})

test('a task that fails runs again, later', { tags: 'slow' }, async () => {
  const db = await aDatabase()
  const attempts: number[] = []
  const task = async () => {
    attempts.push(Date.now())
    if (attempts.length === 1) throw new Error('not now')
  }
  aJobWorker(db, { 'delete-old-data': task })
  await jobs.add(db, 'delete-old-data', {})
  await allDone(db)
  expect(attempts).toHaveLength(2)
  expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(1_000)
})

test('a planned job runs when its time has come, although the worker does not poll', { tags: 'slow' }, async () => {
  const db = await aDatabase()
  const ran: number[] = []
  aJobWorker(db, { 'send-mail': async () => ran.push(Date.now()) })
  const runAt = new Date(Date.now() + 2_000)
  await jobs.add(db, 'send-mail', { mailId: 1 }, { runAt })
  await allDone(db)
  expect(ran).toHaveLength(1)
  expect(ran[0]).toBeGreaterThanOrEqual(runAt.getTime())
})

test('of the jobs that are looked for every minute, those are added that have something to do', async () => {
  const db = await aDatabase()
  const addDue = makeDueJobs(db, { 'end-rings': () => sql`false`, 'send-notices': () => sql`exists (select 1)` })
  await addDue()
  await addDue()
  const added = await db.query(sql`select task_identifier as name, key from graphile_worker.jobs`)
  expect(added).toEqual([{ name: 'send-notices', key: 'send-notices' }])
})

test('every minute a server looks for what is due: a listing that has expired is marked', async () => {
  const piazza = await aPiazza()
  const { id } = await piazza.aListing()
  await piazza.db.execute(sql`update listing set expires_at = now() where id = ${id}`)
  await jobs.add(piazza.db, 'add-due-jobs', {})
  await jobsDone(piazza.db, 'add-due-jobs', 'expire-listings')
  expect(await piazza.db.query(sql`select expired from listing where id = ${id}`)).toEqual([{ expired: true }])
})

test(
  'a worker reconnects after its connections are cut, and runs the interrupted jobs again',
  async () => {
    const db = await aDatabase()
    const [begun, ran]: [Set<number>, number[]] = [new Set(), []]
    let cut = Promise.withResolvers<void>()
    const task = async ({ mailId }: { mailId: number }) => {
      begun.add(mailId)
      await cut.promise
      ran.push(mailId)
    }
    aJobWorker(db, { 'send-mail': task })
    for (let round = 0; round < 4; round++) {
      cut = Promise.withResolvers()
      // Retried, because its connection may be one of those that were cut.
      await vi.waitFor(() => jobs.add(db, 'send-mail', { mailId: round }), WAIT_MS)
      // In every other round, cuts the connections while the job runs; otherwise at any time.
      if (round % 2 === 0) await vi.waitFor(() => expect(begun).toContain(round), WAIT_MS)
      await db
        .query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
        .catch(() => undefined)
      cut.resolve()
    }
    await vi.waitFor(async () => expect(new Set(ran)).toEqual(new Set([0, 1, 2, 3])), WAIT_MS)
    // A job whose completion was lost runs again once it is unlocked.
    await vi.waitFor(async () => {
      await unlockJobsOfDeadWorkers(db)
      expect(await waiting(db)).toBe(0)
    }, WAIT_MS)
  },
  TEST_MS,
)

test('jobs of a dead worker are unlocked, jobs of a running one are not', async () => {
  const db = await aDatabase()
  const release = Promise.withResolvers<void>()
  let started = 0
  const task = async () => {
    started++
    await release.promise
  }
  aJobWorker(db, { 'delete-old-data': task })
  await jobs.add(db, 'delete-old-data', {})
  await jobs.add(db, 'expire-listings', {})
  await vi.waitFor(() => expect(started).toBe(1), WAIT_MS)
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() where locked_at is null`)
  // The worker takes its own lock after it has begun to listen.
  await vi.waitFor(async () => expect(await isServerRunning(db)).toBe(true), WAIT_MS)
  await unlockJobsOfDeadWorkers(db)
  const locked = await db.query<{ task: string }>(sql`
    select task_identifier as task from graphile_worker.jobs where locked_at is not null`)
  expect(locked).toEqual([{ task: 'delete-old-data' }])
  release.resolve()
})

test('stopping waits for a running task and interrupts one that can be interrupted', async () => {
  const db = await aDatabase()
  const events: string[] = []
  const release = Promise.withResolvers<void>()
  const worker = aJobWorker(db, {
    'send-mail': async () => {
      events.push('begun')
      await release.promise
      events.push('sent')
    },
    'follow-chain': async (_, stopping) => {
      events.push('begun')
      await once(stopping, 'abort')
      events.push('interrupted')
    },
  })
  await jobs.add(db, 'send-mail', { mailId: 1 })
  await jobs.add(db, 'follow-chain', {})
  await vi.waitFor(() => expect(events).toEqual(['begun', 'begun']), WAIT_MS)
  const stopped = worker.stop().then(() => events.push('stopped'))
  await vi.waitFor(() => expect(events.slice(2)).toEqual(['interrupted']), WAIT_MS)
  release.resolve()
  await stopped
  expect(events.slice(2)).toEqual(['interrupted', 'sent', 'stopped'])
  await allDone(db)
})

test('stopping does not wait indefinitely for a task that hangs', { tags: 'slow' }, async () => {
  const db = await aDatabase()
  const begun = Promise.withResolvers<void>()
  const worker = aJobWorker(db, {
    'delete-old-data': () => {
      begun.resolve()
      return new Promise(() => undefined)
    },
  })
  await jobs.add(db, 'delete-old-data', {})
  await begun.promise
  await expect(worker.stop()).resolves.toBeUndefined()
})

test('a task that hangs fails at its deadline, is told to stop, and leaves its place to others', async () => {
  const db = await aDatabase()
  const events: string[] = []
  const tasks = {
    'follow-chain': (_: unknown, stopping: AbortSignal) => {
      events.push('begun')
      stopping.addEventListener('abort', () => events.push('told to stop'))
      return new Promise(() => undefined)
    },
    'send-notices': async () => events.push('sent'),
  }
  aJobWorker(db, tasks, { concurrency: 1, deadlineMs: 1_000 })
  await jobs.add(db, 'follow-chain', {})
  await vi.waitFor(() => expect(events).toEqual(['begun']), WAIT_MS)
  await jobs.add(db, 'send-notices', {})
  await vi.waitFor(() => expect(events).toContain('sent'), WAIT_MS)
  expect(events.slice(0, 2)).toEqual(['begun', 'told to stop'])
  const lastError = () =>
    db.query(sql`select last_error as error from graphile_worker.jobs where task_identifier = 'follow-chain'`)
  await vi.waitFor(
    async () => expect(await lastError()).toEqual([{ error: expect.stringContaining('follow-chain was not done') }]),
    WAIT_MS,
  )
})
