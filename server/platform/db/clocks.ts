import type { Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// Sums per day go by the clock of the database as well, since that of the server may be ahead, and forget what was spent today.

/** The earlier of the times of the server and of the database. */
export const earlierNow = async (tx: Queries, now: Date): Promise<Date> =>
  (await tx.first<{ now: Date }>(sql`select least(${now}::timestamptz, now()) as now`))?.now ?? now

/** Whether a column is within a day of now. */
export const withinADay = (column: Sql, now: Date): Sql =>
  sql`${column} > least(${now}::timestamptz, now()) - interval '24 hours'`
