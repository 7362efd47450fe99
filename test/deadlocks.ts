import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addressOf } from '#test/database.ts'

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

/** The statements that waited for each other, from the log of the tests' PostgreSQL. */
export const deadlockedStatements = (db: Database): string[] => {
  const { host, database } = addressOf(db)
  const log = readFileSync(join(host, 'server.log'), 'utf8')
  const deadlock = new RegExp(`^${database} ERROR: {2}deadlock detected\\n(.*\\n(?:\\t.*\\n)*)`, 'gm')
  return [...log.matchAll(deadlock)].map(([, detail = '']) => detail)
}
