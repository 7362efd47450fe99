import type { Database } from '#server/db/pool.ts'
import { untilWaiting } from '#test/lock-waits.ts'

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
  await untilWaiting(db, table)
  await client.query('commit')
  await client.end()
  return (await response).status
}
