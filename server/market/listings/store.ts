import type { Section } from '#domain/market/listings.ts'
import {
  LISTING_COLUMNS,
  LISTING_JOINS,
  type ListingRow,
  type ListingState,
  STATE_COLUMNS,
  type Withheld,
} from '#server/market/listings/rows.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

/**
 * A row with its comune, `auxPhone`, which only the owner and admins may see, and whether all listings of its
 * seller are hidden.
 */
export type OwnListingRow = ListingRow & { comune: number | null; auxPhone: string; hidden: boolean }
export type ListingsStore = ReturnType<typeof makeListingsStore>

export const makeListingsStore = (db: Database) => {
  const ownRows = sql`
    select ${raw(LISTING_COLUMNS)}, l.comune, l.aux_phone as "auxPhone", l.hidden
    from listing l ${raw(LISTING_JOINS)}`

  return {
    find: (id: string): Promise<OwnListingRow | undefined> =>
      db.first<OwnListingRow>(sql`${ownRows} where l.id = ${id}`),

    /** The given listings that are public, in the given order. */
    publicOf: (ids: string[]): Promise<ListingRow[]> =>
      db.query<ListingRow>(sql`
        select ${raw(LISTING_COLUMNS)} from unnest(${ids}::uuid[]) with ordinality as wanted(id, position)
        join listing l on l.id = wanted.id ${raw(LISTING_JOINS)}
        where l.shown and (l.expires_at is null or l.expires_at > now()) order by wanted.position`),

    /** Public listings that were published after a moment, newest first. */
    publishedSince: (tx: Queries, moment: Date, most: number): Promise<ListingRow[]> =>
      tx.query<ListingRow>(sql`
        select ${raw(LISTING_COLUMNS)} from listing l ${raw(LISTING_JOINS)}
        where l.shown and (l.expires_at is null or l.expires_at > now()) and l.published_at > ${moment}
        order by l.published_at desc limit ${most}`),

    /** All listings of a member, drafts included, newest first. */
    ofMember: (sellerId: string): Promise<OwnListingRow[]> =>
      db.query<OwnListingRow>(sql`${ownRows} where l.seller_id = ${sellerId} order by l.number desc`),

    /** Names of the categories that have at least one shown listing. */
    async categories(): Promise<string[]> {
      const rows = await db.query<{ name: string }>(sql`
        select c.name from listing_tally t join category c on c.key = t.category
        where t.section = '' and t.shown > 0 order by c.key`)
      return rows.map((row) => row.name)
    },

    /** Splits the serial numbers of listings (`place`) into ranges of `length`; returns those with a shown listing, ascending. */
    async shownRanges(length: number): Promise<number[]> {
      const rows = await db.query<{ range: number }>(sql`
        select range from generate_series(0, (select max(place) from listing where shown) / ${length}) as range
        where exists (select from listing l
          where l.shown and l.place >= range * ${length} and l.place < (range + 1) * ${length})`)
      return rows.map(({ range }) => range)
    },

    /** At most `limit` public listings with `from <= place < to`, in ascending order of place. */
    publicBetween: (from: number, to: number, limit: number): Promise<{ id: string; place: number }[]> =>
      db.query<{ id: string; place: number }>(sql`
      select l.id, l.place from listing l
      where l.shown and (l.expires_at is null or l.expires_at > now()) and l.place >= ${from} and l.place < ${to}
      order by l.place limit ${limit}`),

    /** The last expiry that has passed, of listings that are not marked as expired yet. */
    lastExpiry: sql`select max(expires_at)::text from listing where not expired and expires_at <= now()`,

    async hasNonDraft(sellerId: string): Promise<boolean> {
      const row = await db.first<{ exists: boolean }>(sql`
        select exists (select from listing where seller_id = ${sellerId} and not draft) as exists`)
      return row?.exists === true
    },

    async countShown(sellerId: string, at: Date): Promise<number> {
      const row = await db.first<{ count: number }>(sql`
        select count(*) from listing
        where seller_id = ${sellerId} and shown and (expires_at is null or expires_at > ${at})`)
      return row?.count ?? 0
    },

    /** Hides all listings of a seller from others, or shows them again; returns those that changed. */
    async setHidden(tx: Queries, sellerId: string, hidden: boolean): Promise<ListingState[]> {
      const which = sql`seller_id = ${sellerId} and hidden <> ${hidden}`
      await tx.execute(sql`select from listing where ${which} order by id for update`)
      return tx.query<ListingState>(sql`
        update listing set hidden = ${hidden} where ${which} returning ${raw(STATE_COLUMNS)}`)
    },

    lockState: (tx: Queries, id: string): Promise<ListingState | undefined> =>
      tx.first<ListingState>(sql`select ${raw(STATE_COLUMNS)} from listing where id = ${id} for update`),

    lockShownOf: (tx: Queries, sellerId: string): Promise<ListingState[]> =>
      tx.query<ListingState>(sql`
        select ${raw(STATE_COLUMNS)} from listing where seller_id = ${sellerId} and shown order by id for update`),

    /** Undefined if it does not exist. */
    lockWithheld: (tx: Queries, id: string): Promise<{ withheld: Withheld | null } | undefined> =>
      tx.first<{ withheld: Withheld | null }>(sql`select withheld from listing where id = ${id} for update`),

    async setWithheld(tx: Queries, id: string, withheld: Withheld | null): Promise<void> {
      await tx.execute(sql`update listing set withheld = ${withheld} where id = ${id}`)
    },

    async removeOf(tx: Queries, sellerId: string): Promise<void> {
      await tx.execute(sql`delete from listing where seller_id = ${sellerId}`)
    },

    async figures(categories: number) {
      const [totals, bySection, byCategory] = await Promise.all([
        db.query<{ shown: number; paused: number }>(sql`
          select coalesce((select shown from listing_tally where section = '' and category = ''), 0) as shown,
            (select count(*) from listing where paused and not draft) as paused`),
        db.query<{ section: Section; shown: number }>(sql`
          select section, shown from listing_tally where section <> '' and category = ''`),
        db.query<{ category: string; shown: number }>(sql`
          select c.name as category, t.shown from listing_tally t join category c on c.key = t.category
          where t.section = '' and t.shown > 0 order by t.shown desc, c.key limit ${categories}`),
      ])
      return { shown: totals[0]?.shown ?? 0, paused: totals[0]?.paused ?? 0, bySection, byCategory }
    },
  }
}
