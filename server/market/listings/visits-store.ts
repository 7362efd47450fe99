import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type VisitsStore = ReturnType<typeof makeVisitsStore>

export const makeVisitsStore = (db: Database) => ({
  /** Counts one view of a public listing; ignores other ids. */
  async add(listingId: string, day: string): Promise<void> {
    await db.execute(sql`
      insert into listing_view (listing_id, day, count)
      select id, ${day}::date, 1 from listing where id = ${listingId} and shown for key share
      on conflict (listing_id, day) do update set count = listing_view.count + 1`)
  },

  /** All views, and those since a day. */
  async count(listingId: string, since: string): Promise<{ all: number; recent: number }> {
    const row = await db.first<{ all: number; recent: number }>(sql`
      select coalesce(sum(count), 0)::bigint as all,
        coalesce(sum(count) filter (where day >= ${since}::date), 0)::bigint as recent
      from listing_view where listing_id = ${listingId}`)
    return row ?? { all: 0, recent: 0 }
  },
})
