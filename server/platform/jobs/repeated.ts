import { AppError } from '#domain/base/errors.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'

/** What follows a run: nothing, the next run after so many milliseconds, or the next run with exponential back-off (`later`). */
export type Next = 'done' | 'later' | number

/** Delay after a run that made progress. A shorter one has no effect: the heartbeat starts delayed jobs at this interval. */
export const SOON_MS = 500
const LONGEST_PAUSE_MS = 60_000

/**
 * Makes a task of work that takes several runs. Between two runs it is a delayed job in the queue, and does not occupy the
 * worker. Backs off while a dependency such as the chain is unavailable.
 */
export const makeRepeated = (db: Database) => (name: JobName, work: (stopping: AbortSignal) => Promise<Next>) => {
  let running: AbortSignal | undefined
  let isAskedAgain = false
  let pause = SOON_MS

  const growingPause = (): number => {
    const current = pause
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    return current
  }

  const run = async (stopping: AbortSignal): Promise<Next> => {
    running = stopping
    try {
      return await work(stopping)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return 'later'
      throw error
    } finally {
      if (running === stopping) running = undefined
    }
  }

  return async (_payload: unknown, stopping: AbortSignal): Promise<void> => {
    // A run past its deadline no longer counts, although it may not have ended.
    isAskedAgain = running?.aborted === false
    if (isAskedAgain) return
    const next = await run(stopping)
    if (next !== 'later') pause = SOON_MS
    const delay = next === 'later' ? growingPause() : next
    if (isAskedAgain) await jobs.add(db, name, {}, { key: name })
    else if (delay !== 'done') await jobs.add(db, name, {}, { key: name, delayMs: delay })
  }
}
