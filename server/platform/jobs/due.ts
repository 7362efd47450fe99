import type { Database } from '#server/platform/db/pool.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'

/** By job name, an SQL condition that is true if the job has something to do. */
export type DueConditions = Partial<Record<JobName, () => Sql>>

/** Adds the jobs that have something to do. Checks all conditions in one statement. */
export const makeDueJobs = (db: Database, conditions: DueConditions) => async (): Promise<void> => {
  const statements = Object.entries(conditions).map(
    ([name, isDue]) => sql`select ${name}::text as name where ${isDue()}`,
  )
  const due = await db.query<{ name: JobName }>(join(statements, ' union all '))
  // With its name as the key, a job that is still waiting is replaced instead of added a second time.
  for (const { name } of due) await jobs.add(db, name, {}, { key: name })
}
