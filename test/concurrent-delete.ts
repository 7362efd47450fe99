import type { Database } from '#server/platform/db/pool.ts'
import { untilWaiting } from '#test/lock-waits.ts'

/** Deletes a row while a request waits for it; returns its response. */
export const responseWhileDeleting = async <Response>(
  db: Database,
  table: 'listing' | 'orders' | 'thread',
  id: string,
  request: () => Promise<Response>,
): Promise<Response> => {
  const client = await db.openClient()
  await client.query('begin')
  await client.query(`delete from ${table} where id = $1`, [id])
  const response = request()
  await untilWaiting(db, table)
  await client.query('commit')
  await client.end()
  return response
}
