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

/** As `jobsDone`, with the jobs that are planned for later. */
export const plannedJobsDone = async (db: Database, ...names: JobName[]): Promise<void> => {
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and task_id in (
      select id from graphile_worker._private_tasks where identifier = any(${names}::text[]))`)
  await jobsDone(db, ...names)
}

/** Adds a job without payload and waits until the server has run it. */
export const runJob = async (
  db: Database,
  name: 'delete-old-data' | 'expire-listings' | 'ask-freshness' | 'count-dashboard' | 'send-digests',
): Promise<void> => {
  await jobs.add(db, name, {})
  await jobsDone(db, name)
}

/** Ends jobs that wait, such as mails where there is no mail server: workers would look past them each time. */
export const endJobs = (db: Database, names: JobName[]): Promise<unknown> =>
  db.execute(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = any(${names}::text[]) and locked_by is null`)
