import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The moment by which retention periods are counted. It follows the clock of the database, by a day at most each time: a
 * clock that is ahead, or a wrong one of this process, does not delete what is still needed.
 */
export const makeRetention = (db: Database) => {
  const read = async (statement: ReturnType<typeof sql>): Promise<Date> => {
    const [row] = await db.query<{ upTo: Date }>(statement)
    if (!row) throw new Error('the table retention is empty')
    return row.upTo
  }
  return {
    advance: (): Promise<Date> =>
      read(sql`update retention set up_to = least(now(), up_to + interval '1 day') returning up_to as "upTo"`),
    /** Of the last `advance`, at most now. */
    current: (): Promise<Date> => read(sql`select least(now(), up_to) as "upTo" from retention`),
  }
}
