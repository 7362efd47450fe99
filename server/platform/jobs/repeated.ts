import { AppError } from '#domain/base/errors.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'

/** What follows a run: nothing, the next one after so many milliseconds, or `later`, after a pause that grows each time. */
export type Next = 'done' | 'later' | number

/** Between two runs that make progress; not shorter than the interval of the heartbeat, which starts planned jobs. */
export const SOON_MS = 500
const LONGEST_PAUSE_MS = 60_000

/**
 * Makes a task of work that takes several runs: between two of them it is one job in the queue, and occupies none of the
 * worker's slots. While something is unavailable, such as the chain, the pauses grow.
 */
export const makeRepeated = (db: Database) => (name: JobName, work: (stopping: AbortSignal) => Promise<Next>) => {
  let isRunning = false
  let isAskedAgain = false
  let pause = SOON_MS

  const growingPause = (): number => {
    const current = pause
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    return current
  }

  const run = async (stopping: AbortSignal): Promise<Next> => {
    isRunning = true
    try {
      return await work(stopping)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return 'later'
      throw error
    } finally {
      isRunning = false
    }
  }

  return async (_payload: unknown, stopping: AbortSignal): Promise<void> => {
    isAskedAgain = isRunning
    if (isRunning) return
    const next = await run(stopping)
    if (next !== 'later') pause = SOON_MS
    const delay = next === 'later' ? growingPause() : next
    if (isAskedAgain) await jobs.add(db, name, {}, { key: name })
    else if (delay !== 'done') await jobs.add(db, name, {}, { key: name, delayMs: delay })
  }
}
