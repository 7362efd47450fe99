import type { Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// What counts for some time goes by the clock of the database as well: that of the server may be ahead, and would forget it.

/** A length of time up to now. */
export type Within = { milliseconds: number; now: Date }

/** The earlier of the times of the server and of the database. */
export const earlierNow = async (tx: Queries, now: Date): Promise<Date> =>
  (await tx.first<{ now: Date }>(sql`select least(${now}::timestamptz, now()) as now`))?.now ?? now

/** So long before the earlier of both. */
export const ago = ({ milliseconds, now }: Within): Sql =>
  sql`least(${now}::timestamptz, now()) - make_interval(secs => ${milliseconds / 1_000})`
