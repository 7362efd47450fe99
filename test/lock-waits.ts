import type { Client } from 'pg'
import { expect } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Waits until that many statements that contain a text wait for a lock. */
export const untilWaiting = (db: Database, text: string, count = 1): Promise<void> => {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${text}) > 0`
  return expect.poll(async () => (await db.query(waiting)).length, { timeout: 20_000 }).toBe(count)
}

/** Runs `meanwhile` while a request waits for a lock that `hold` took in a transaction; returns the response. */
export const whileHeld = async <Response>(
  db: Database,
  hold: (client: Client) => Promise<unknown>,
  request: () => Promise<Response>,
  meanwhile: (client: Client) => Promise<unknown> = async () => undefined,
): Promise<Response> => {
  const client = await db.openClient()
  await client.query('begin')
  await hold(client)
  const response = request()
  try {
    await untilWaiting(db, '')
    await meanwhile(client)
  } finally {
    await client.query('commit')
    await client.end()
    await response
  }
  return response
}

export const whileMemberIsLocked = <Response>(
  db: Database,
  memberId: string,
  request: () => Promise<Response>,
  meanwhile: (client: Client) => Promise<unknown>,
): Promise<Response> =>
  whileHeld(db, (client) => client.query('select from member where id = $1 for update', [memberId]), request, meanwhile)
