import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Limit } from '#server/platform/limits/limits.ts'

export type LimitsStore = ReturnType<typeof makeLimitsStore>

export type Count = { key: string; limit: Limit }

// Times are stored in microseconds, so a share of the period may be rounded up; all requests of the limit must still fit.
const TOLERANCE_SECONDS = 0.001

export const makeLimitsStore = (db: Database) => ({
  /** Counts one request against each limit. Returns the seconds to wait if one is exceeded, otherwise undefined. */
  async take(counts: readonly Count[], now: Date, tx: Queries = db): Promise<number | undefined> {
    // GCRA: each request moves `full_at` ahead by its share of the period, at most one period ahead of now.
    const wanted = sql`
      select key, times, period, period / times as share
      from unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ limit }) => limit.times)}::float8[],
        ${counts.map(({ limit }) => limit.seconds)}::float8[]) as w (key, times, period)`
    // Scaled, so that the number of counted requests stays the same if the limit has changed.
    const usedOf = (times: Sql) =>
      sql`greatest(0, extract(epoch from r.full_at - ${now}::timestamptz))::float8 * r.times / ${times}`
    const used = usedOf(sql`excluded.times`)
    const taken = await tx.query(sql`
      with wanted as (${wanted})
      insert into rate_limit as r (key, full_at, times)
      select key, ${now}::timestamptz + make_interval(secs => share), times from wanted order by key
      on conflict (key) do update set full_at = excluded.full_at + make_interval(secs => ${used}), times = excluded.times
      where (select ${used} + share <= period + ${TOLERANCE_SECONDS} from wanted where wanted.key = r.key)
      returning key`)
    if (taken.length === counts.length) return undefined
    // A count more than a period ahead of now means that the clock was set back: it is reduced to one full period.
    const row = await tx.first<{ wait: number }>(sql`
      with wanted as (${wanted}), shortened as (
        update rate_limit r set full_at = ${now}::timestamptz + make_interval(secs => period), times = wanted.times
        from wanted where r.key = wanted.key and ${usedOf(sql`wanted.times`)} > period)
      select max(least(${usedOf(sql`wanted.times`)}, period) + share - period) as wait
      from rate_limit r join wanted using (key)`)
    return Math.max(1, Math.ceil((row?.wait ?? 1) - TOLERANCE_SECONDS))
  },

  async reset(key: string): Promise<void> {
    await db.execute(sql`delete from rate_limit where key = ${key}`)
  },

  deleteExpired: (now: Date): Promise<number> => db.execute(sql`delete from rate_limit where full_at < ${now}`),
})
