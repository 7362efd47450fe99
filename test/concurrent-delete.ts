import { expect } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

/** Deletes a row while a request waits for it; returns the status of its response. */
export const statusWhileDeleting = async (
  db: Database,
  table: 'listing' | 'thread',
  id: string,
  request: () => Promise<{ status: number }>,
): Promise<number> => {
  const client = await db.openClient()
  await client.query('begin')
  await client.query(`delete from ${table} where id = $1`, [id])
  const response = request()
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.query(waiting)).length).toBeGreaterThan(0)
  await client.query('commit')
  await client.end()
  return (await response).status
}
