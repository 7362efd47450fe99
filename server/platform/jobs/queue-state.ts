import { MESSAGES } from '#domain/base/errors.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { lastScheduled } from '#server/platform/jobs/schedule-store.ts'
import { clockIsBehind } from '#server/platform/retention/store.ts'

export type QueueState = {
  waiting: number
  oldest: Date | null
  lastRun: Date | null
  /**
   * Whether the oldest due job waits, or no scheduled job was added, for longer than is normal on a busy server. A time in
   * the future counts too, because the clock was ahead, and nothing has set that right; and so does a clock that is behind.
   */
  isLate: boolean
  clockIsBehind: boolean
  failing: { name: string; attempts: number; error: string }[]
}

// Jobs are scheduled by the clock of the database.
const LATE = sql`now() - interval '3 minutes'`
const AHEAD = sql`now() + interval '3 minutes'`
const MAX_SHOWN = 10
const MAX_ERROR = 300

/** The state of the job queue without mails, which have their own. `failing` leaves out jobs that failed because of the chain. */
export const readQueueState = async (db: Database): Promise<QueueState> => {
  const [queue, failing] = await Promise.all([
    db.first<Omit<QueueState, 'failing'>>(sql`
      with due as (
        select run_at from graphile_worker.jobs
        where task_identifier <> 'send-mail' and run_at <= now() and locked_at is null
          and attempts < max_attempts),
      schedule as (select (${lastScheduled}) as last)
      select (select count(*) from due) as waiting, (select min(run_at) from due) as oldest, last as "lastRun",
        coalesce((select min(run_at) from due) < ${LATE}, false) or coalesce(last not between ${LATE} and ${AHEAD}, false)
          or exists (select from graphile_worker._private_jobs where updated_at > ${AHEAD}) or ${clockIsBehind} as "isLate",
        ${clockIsBehind} as "clockIsBehind"
      from schedule`),
    db.query<QueueState['failing'][number]>(sql`
      select task_identifier as name, attempts, left(last_error, ${MAX_ERROR}) as error from graphile_worker.jobs
      where task_identifier <> 'send-mail' and last_error is not null
        and position(${MESSAGES.chainUnavailable} in last_error) = 0
      order by run_at limit ${MAX_SHOWN}`),
  ])
  return { ...(queue ?? { waiting: 0, oldest: null, lastRun: null, isLate: false, clockIsBehind: false }), failing }
}

/** Selects the milliseconds until the next job of one of these names may run; null if there is none. */
export const nextRun = (names: string[]): Sql => sql`
  select extract(epoch from min(run_at) - now()) * 1000
  from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
  where job.is_available and task.identifier = any(${names})`
