import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type EndingListing = { id: string; sellerId: string }

export type EndingStore = ReturnType<typeof makeEndingStore>

export const makeEndingStore = (db: Database) => {
  // Events are left out: they cannot be renewed.
  const isEnding = (now: Date, until: Date) => sql`
    l.shown and not l.expired and l.section <> 'avviso' and l.expires_at > ${now} and l.expires_at <= ${until}`

  return {
    transaction: db.transaction,

    /** Public listings that end by `until` and whose owner was not notified, soonest first. */
    untold: (now: Date, until: Date, limit: number): Promise<EndingListing[]> =>
      db.query<EndingListing>(sql`
        select l.id, l.seller_id as "sellerId" from listing l left join listing_end_told t on t.listing_id = l.id
        where ${isEnding(now, until)} and t.ends_at is distinct from l.expires_at
        order by l.expires_at limit ${limit}`),

    /** Undefined if the listing no longer ends by then, or if another process has recorded this end. */
    recordTold: (tx: Queries, id: string, now: Date, until: Date): Promise<{ endsAt: Date } | undefined> =>
      tx.first<{ endsAt: Date }>(sql`
        with ending as (select l.id, l.expires_at from listing l where l.id = ${id} and ${isEnding(now, until)}),
          told as (
            insert into listing_end_told (listing_id, ends_at) select id, expires_at from ending
            on conflict (listing_id) do update set ends_at = excluded.ends_at
              where listing_end_told.ends_at <> excluded.ends_at
            returning listing_id)
        select expires_at as "endsAt" from ending join told on told.listing_id = ending.id`),
  }
}
