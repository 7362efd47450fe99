import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

/** Deadlocks are retried, so that no response shows them: PostgreSQL's own count does. */
export const deadlocksIn = async (db: Database): Promise<number> => {
  // A connection publishes its counts when it closes.
  await db.execute(sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const count = async () =>
    (await db.first<{ deadlocks: number }>(sql`
      select deadlocks from pg_stat_database where datname = current_database()`)) as { deadlocks: number }
  return (await count().catch(count)).deadlocks
}
