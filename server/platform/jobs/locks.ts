import type { ClientBase } from 'pg'
import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

// graphile-worker unlocks the jobs of a dead worker only after four hours. So each worker holds an advisory lock under its
// id, which PostgreSQL releases when the connection closes; jobs locked by a worker without that lock are unlocked.

const LOCK_CLASS = 5_120

/** Takes the lock of a worker and holds it until the connection closes. */
export const holdWorkerLock = async (client: ClientBase, workerId: string): Promise<void> => {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, workerId])
}

/** Whether a worker of a server is connected to this database. */
export const isServerRunning = async (db: Queries): Promise<boolean> => {
  const [row] = await db.query<{ running: boolean }>(sql`
    select exists (select from pg_locks where locktype = 'advisory' and classid = ${LOCK_CLASS}
      and database = (select oid from pg_database where datname = current_database())) as running`)
  return row?.running ?? false
}

/** Selects whether a worker, running or dead, has locked a job. */
export const hasLockedJobs = sql`select exists (select from graphile_worker._private_jobs where locked_by is not null)`

export const unlockJobsOfDeadWorkers = async (db: Queries): Promise<void> => {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(worker.id))
    from (select distinct locked_by as id from graphile_worker.jobs where locked_by is not null) as worker
    where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(worker.id))
    having count(*) > 0`)
}
