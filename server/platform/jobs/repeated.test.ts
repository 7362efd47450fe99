import { expect, test } from 'vitest'
import { AppError } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import { aDatabase } from '#test/database.ts'

const neverAborted = new AbortController().signal

/** A repeated job that the test runs itself, and the delays in seconds of the jobs in the queue after it. */
const aRepeatedJob = async (work: () => Promise<Next>) => {
  const db = await aDatabase()
  const task = makeRepeated(db)('give-gifts', work)
  const queued = async () => {
    const rows = await db.query<{ seconds: number }>(sql`
      select extract(epoch from run_at - updated_at)::float as seconds from graphile_worker.jobs`)
    return rows.map(({ seconds }) => seconds)
  }
  const run = async (stopping = neverAborted) => {
    await task({}, stopping)
    return queued()
  }
  return { run, queued }
}

test('a repeated job waits in the queue once, with pauses that grow to a minute until it makes progress', async () => {
  let next: Next = 'later'
  const { run } = await aRepeatedJob(async () => next)
  const pauses: number[][] = []
  for (let time = 0; time < 9; time++) pauses.push(await run())
  expect(pauses).toEqual([[0.5], [1], [2], [4], [8], [16], [32], [60], [60]])
  next = 700
  expect(await run()).toEqual([0.7])
  next = 'later'
  expect(await run()).toEqual([0.5])
})

test('what is unavailable is tried again later; any other error fails the job', async () => {
  let error: Error = new AppError('unavailable', 'away')
  const { run, queued } = await aRepeatedJob(() => Promise.reject(error))
  expect(await run()).toEqual([0.5])
  error = new AppError('conflict', 'no')
  await expect(run()).rejects.toThrow('no')
  expect(await queued()).toEqual([0.5])
})

test('a job that is done is not added again, unless another was started while it ran', async () => {
  let release = Promise.withResolvers<Next>()
  const { run } = await aRepeatedJob(() => release.promise)
  release.resolve('done')
  expect(await run()).toEqual([])
  release = Promise.withResolvers()
  const running = run()
  expect(await run()).toEqual([])
  release.resolve('done')
  expect(await running).toEqual([0])
})

test('a run that hangs past its deadline does not keep the next one from running', async () => {
  const [begun, deadline] = [[] as string[], new AbortController()]
  const { run } = await aRepeatedJob(() => {
    begun.push('run')
    return begun.length === 1 ? new Promise(() => undefined) : Promise.resolve('done' as const)
  })
  void run(deadline.signal)
  await run()
  expect(begun).toHaveLength(1)
  deadline.abort()
  await run()
  expect(begun).toHaveLength(2)
})
