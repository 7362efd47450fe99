import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { JobName } from '#server/platform/jobs/jobs.ts'

/** A job without payload that is added once in each period; the periods are counted from a moment in UTC. */
export type ScheduledJob = { name: JobName; minutes: number; from?: string }

const ORIGIN = '2026-01-01T00:00:00Z'

/**
 * Adds the jobs whose period has begun since they were last added. By the clock of the database, and none of the process:
 * a period in the future means that the clock was ahead, and is set right without adding the job.
 */
export const addScheduled = async (db: Database, schedule: readonly ScheduledJob[]): Promise<void> => {
  const items = schedule.map(({ name, minutes, from = ORIGIN }) => ({ name, minutes, from }))
  await db.execute(sql`
    with item as (
      select name, date_bin(make_interval(mins => minutes), now(), "from") as slot
      from json_to_recordset(${JSON.stringify(items)}::json) as item (name text, minutes int, "from" timestamptz)
    ), begun as (
      update job_schedule s set slot = item.slot from item
      where s.name = item.name and s.slot < item.slot
      returning s.name
    ), ahead as (
      update job_schedule s set slot = item.slot from item
      where s.name = item.name and s.slot > item.slot
    ), first as (
      insert into job_schedule (name, slot) select name, slot from item
      on conflict (name) do nothing
    )
    select graphile_worker.add_job(name, '{}'::json, job_key => name, job_key_mode => 'preserve_run_at', flags => array[name])
    from begun`)
}

/** Selects when a scheduled job was last added; null if none ever was. */
export const lastScheduled = sql`select max(slot) from job_schedule`

// Longer than any back-off of graphile-worker.
const LONGEST_BACK_OFF = sql`interval '7 hours'`
const TOLERANCE = sql`interval '1 minute'`

/** Selects the jobs that were added, or failed, while the clock of the database was ahead. */
const isFromFuture = sql`
  (updated_at > now() + ${TOLERANCE} or (attempts > 0 and run_at > now() + ${LONGEST_BACK_OFF}))`

/** Gives these jobs the delay that they were added with, and a new attempt at once to those that failed. */
export const correctFutureJobs = async (db: Database): Promise<void> => {
  await db.execute(sql`
    update graphile_worker._private_jobs set
      run_at = case when attempts > 0 then now() else now() + greatest(interval '0', run_at - updated_at) end,
      created_at = least(created_at, now()), updated_at = now()
    where locked_at is null and ${isFromFuture}`)
}
