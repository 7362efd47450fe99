import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type AskedListing = { id: string; sellerId: string }
export type FreshnessStore = ReturnType<typeof makeFreshnessStore>

export const makeFreshnessStore = (db: Database) => {
  // Events are left out, because they end on their own.
  const listings = sql`listing_life f join listing l on l.id = f.listing_id and l.shown and l.section <> 'avviso'`
  const columns = sql`l.id, l.seller_id as "sellerId"`

  return {
    transaction: db.transaction,

    /** Records activity on these listings and closes an open question. */
    async alive(tx: Queries, listingIds: string[], at: Date): Promise<void> {
      await tx.execute(sql`
        update listing_life set alive_at = ${at}, asked_at = null where listing_id = any(${listingIds}::uuid[])`)
    },

    /** Public listings without activity since then whose owners were not asked. */
    unasked: (since: Date, limit: number): Promise<AskedListing[]> =>
      db.query<AskedListing>(sql`
        select ${columns} from ${listings} where f.asked_at is null and f.alive_at <= ${since}
        order by f.alive_at limit ${limit}`),

    /** False if there was activity in the meantime, or if another instance has asked. */
    async recordAsked(tx: Queries, listingId: string, since: Date, at: Date): Promise<boolean> {
      const count = await tx.execute(sql`
        update listing_life set asked_at = ${at} where listing_id = ${listingId} and asked_at is null and alive_at <= ${since}`)
      return count > 0
    },

    /** Public listings whose owners were asked before then and have not answered. */
    silent: (since: Date, limit: number): Promise<AskedListing[]> =>
      db.query<AskedListing>(sql`
        select ${columns} from ${listings} where f.asked_at <= ${since} order by f.asked_at limit ${limit}`),

    async isSilent(tx: Queries, listingId: string, since: Date): Promise<boolean> {
      const row = await tx.first(sql`
        select from listing_life where listing_id = ${listingId} and asked_at <= ${since} for update`)
      return row !== undefined
    },
  }
}
