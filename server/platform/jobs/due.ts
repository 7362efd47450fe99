import type { Database } from '#server/platform/db/pool.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'

/** For names of jobs, an SQL condition that says whether the job has anything to do. */
export type DueConditions = Partial<Record<JobName, () => Sql>>

/** Adds the jobs that have something to do, found with one statement. */
export const makeDueJobs = (db: Database, conditions: DueConditions) => async (): Promise<void> => {
  const statements = Object.entries(conditions).map(
    ([name, isDue]) => sql`select ${name}::text as name where ${isDue()}`,
  )
  const due = await db.query<{ name: JobName }>(join(statements, ' union all '))
  // With its name as the key, a job that is still waiting is replaced instead of added a second time.
  for (const { name } of due) await jobs.add(db, name, {}, { key: name })
}
