import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Limit } from '#server/platform/limits/limits.ts'

export type LimitsStore = ReturnType<typeof makeLimitsStore>

export type Count = { key: string; limit: Limit }

export const makeLimitsStore = (db: Database) => ({
  /** Counts one request against each limit. Returns the seconds to wait if one is exceeded, otherwise undefined. */
  async take(counts: readonly Count[], now: Date, tx: Queries = db): Promise<number | undefined> {
    const keys = counts.map(({ key }) => key)
    // GCRA: each request moves `full_at` ahead by its share of the period, at most one period ahead of now.
    const wanted = sql`
      select key, make_interval(secs => share) as share, make_interval(secs => period) as period
      from unnest(${keys}::text[], ${counts.map(({ limit }) => limit.seconds / limit.times)}::float8[],
        ${counts.map(({ limit }) => limit.seconds)}::float8[]) as w (key, share, period)`
    const taken = await tx.query(sql`
      with wanted as (${wanted})
      insert into rate_limit as r (key, full_at)
      select key, ${now}::timestamptz + share from wanted order by key
      on conflict (key) do update set full_at = greatest(r.full_at, ${now}) + (excluded.full_at - ${now})
      where greatest(r.full_at, ${now}) + (excluded.full_at - ${now})
        <= ${now}::timestamptz + (select period from wanted where wanted.key = r.key)
      returning key`)
    if (taken.length === counts.length) return undefined
    // A count further ahead than its period is from before the clock was set back: it starts again as a full one.
    const row = await tx.first<{ wait: number }>(sql`
      with wanted as (${wanted}), shortened as (
        update rate_limit r set full_at = ${now}::timestamptz + period from wanted
        where r.key = wanted.key and r.full_at > ${now}::timestamptz + period)
      select max(extract(epoch from least(r.full_at, ${now}::timestamptz + period) + share - period - ${now}::timestamptz))::float8 as wait
      from rate_limit r join wanted using (key)`)
    return Math.max(1, Math.ceil(row?.wait ?? 1))
  },

  async reset(key: string): Promise<void> {
    await db.execute(sql`delete from rate_limit where key = ${key}`)
  },

  deleteExpired: (now: Date): Promise<number> => db.execute(sql`delete from rate_limit where full_at < ${now}`),
})
