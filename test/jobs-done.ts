import { vi } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'

/** Waits until the server has run the jobs with these names that are due; fails if one keeps failing. */
export const jobsDone = (db: Database, ...names: JobName[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = await db.query<{ error: string | null }>(sql`
        select last_error as error from graphile_worker.jobs
        where task_identifier = any(${names}::text[]) and (run_at <= now() or last_error is not null)`)
      const errors = waiting.flatMap(({ error }) => error ?? [])
      if (waiting.length > 0) throw new Error(`${waiting.length} jobs of ${names} are not done: ${errors}`)
    },
    { timeout: 20_000, interval: 20 },
  )

/** Adds a job without payload and waits until the server has run it. */
export const runJob = async (
  db: Database,
  name: 'delete-old-data' | 'expire-listings' | 'ask-freshness' | 'count-dashboard' | 'send-digests',
): Promise<void> => {
  await jobs.add(db, name, {})
  await jobsDone(db, name)
}
