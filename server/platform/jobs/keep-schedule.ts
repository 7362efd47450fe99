import type { Database } from '#server/platform/db/pool.ts'
import { correctFutureTimes } from '#server/platform/jobs/future-times-store.ts'
import { addScheduled, correctFutureJobs, type ScheduledJob } from '#server/platform/jobs/schedule-store.ts'
import { moveClockMark } from '#server/platform/retention/store.ts'

/**
 * Adds the scheduled jobs that are due, and sets right what was stored while the clock was ahead. Not while the clock is
 * behind, because then times that are right are in the future too.
 */
export const keepSchedule = async (db: Database, scheduled: readonly ScheduledJob[]): Promise<void> => {
  const isBehind = await moveClockMark(db)
  await addScheduled(db, scheduled)
  if (isBehind) return
  await correctFutureJobs(db)
  await correctFutureTimes(db)
}
