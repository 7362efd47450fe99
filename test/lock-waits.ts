import { expect } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

/** Waits until that many statements that contain a text wait for a lock. */
export const untilWaiting = (db: Database, text: string, count = 1): Promise<void> => {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${text}) > 0`
  return expect.poll(async () => (await db.query(waiting)).length, { timeout: 5_000 }).toBe(count)
}
