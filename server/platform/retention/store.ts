import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

// What the clock of the database has surely reached: moved every twenty seconds, by a minute at most, and never back. A clock
// that is ahead for a while hardly moves it; after a longer stop of the server it follows within half the time of the stop.
const readMark = sql`select clock_up_to from retention`

/** Whether the clock of the database is behind: it had surely reached a later time before. */
export const clockIsBehind = sql`(${readMark}) > now() + interval '1 hour'`

/** Moves the mark ahead; returns whether the clock is behind. */
export const moveClockMark = async (db: Database): Promise<boolean> => {
  await db.execute(sql`
    update retention set clock_up_to = least(now(), clock_up_to + interval '1 minute') where clock_up_to < now()`)
  const [row] = await db.query<{ isBehind: boolean }>(sql`select ${clockIsBehind} as "isBehind"`)
  return row?.isBehind ?? true
}

/** The moment by which retention periods are counted: a wrong clock does not delete what is still needed. */
export const makeRetention = (db: Database) => ({
  async surelyPassed(): Promise<Date> {
    const [row] = await db.query<{ at: Date }>(sql`select least(now(), (${readMark})) as at`)
    if (!row) throw new Error('the table retention is empty')
    return row.at
  },
})
