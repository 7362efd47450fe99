import type { Database } from '#server/db/connect.ts'
import type { Limit } from '#server/limits/limits.ts'

export type LimitsStore = ReturnType<typeof makeLimitsStore>

export const makeLimitsStore = (db: Database) => ({
  /** Counts one more; answers after how many seconds to try again where that is one too many, otherwise nothing. */
  async take(key: string, limit: Limit, now: Date): Promise<number | undefined> {
    // Each time pushes the moment of oblivion ahead by its share; it may not get further ahead than the whole window.
    const share = `${limit.seconds / limit.times} seconds`
    const window = `${limit.seconds} seconds`
    const taken = await db`
      insert into rate_limit as r (key, full_at) values (${key}, ${now}::timestamptz + ${share}::interval)
      on conflict (key) do update set full_at = greatest(r.full_at, ${now}) + ${share}::interval
      where greatest(r.full_at, ${now}) + ${share}::interval <= ${now}::timestamptz + ${window}::interval
      returning 1`
    if (taken.length > 0) return undefined
    const [row] = await db<{ wait: number }[]>`
      select extract(epoch from full_at + ${share}::interval - ${window}::interval - ${now}::timestamptz)::float8 as wait
      from rate_limit where key = ${key}`
    return Math.max(1, Math.ceil(row?.wait ?? 1))
  },

  async forget(key: string): Promise<void> {
    await db`delete from rate_limit where key = ${key}`
  },

  async forgetOld(now: Date): Promise<number> {
    const { count } = await db`delete from rate_limit where full_at < ${now}`
    return count
  },
})
