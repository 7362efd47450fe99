import { RING_ACCOUNT_DAYS } from '#domain/exchange/rings.ts'
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

// Longer than any back-off of graphile-worker, and than any delay that jobs are added with but these.
const LONGEST_HOURS = 7
const LONGEST_HOURS_OF: Partial<Record<JobName, number>> = { 'find-rings': RING_ACCOUNT_DAYS * 24 }
const TOLERANCE = sql`interval '1 minute'`

/**
 * Corrects jobs that were added, or failed, while the clock of the database was ahead: they get the delay that they were
 * added with, and those that failed a new attempt at once. So does a job that was added again after the clock was right,
 * and kept its time: it is planned further ahead than its task ever is.
 */
export const correctFutureJobs = async (db: Database): Promise<void> => {
  await db.execute(sql`
    with job as (
      select job.id, make_interval(hours => coalesce(
        (${JSON.stringify(LONGEST_HOURS_OF)}::jsonb ->> task.identifier)::int, ${LONGEST_HOURS})) as longest
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      where job.locked_at is null)
    update graphile_worker._private_jobs as late set
      run_at = case
        when late.attempts > 0 or late.run_at - late.updated_at > job.longest then now()
        else now() + greatest(interval '0', late.run_at - late.updated_at) end,
      created_at = least(late.created_at, now()), updated_at = now()
    from job
    where late.id = job.id and late.locked_at is null
      and (late.updated_at > now() + ${TOLERANCE} or late.run_at > now() + job.longest + ${TOLERANCE})`)
}
