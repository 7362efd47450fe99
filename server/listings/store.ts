import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'
import type { ListingRow } from '#server/listings/rows.ts'
import { isNarrowed, listOrder, matching } from '#server/listings/selection.ts'

export type ListingsStore = ReturnType<typeof makeListingsStore>

// What a filter leaves cannot be counted without walking it: counting stops here, and so do its pages.
const COUNTED_AT_MOST = 6_000

export const makeListingsStore = (db: Database) => {
  const columns = db`
    l.id, l.name, l.price_val as "priceVal", l.price_euro as "priceEuro", l.images, coalesce(c.name, '') as category,
    l.brand, l.stock, l.description, l.section, l.is_service as "isService", l.paused, l.delivery,
    l.expires_at as "expiresAt", l.country, l.state, l.city, l.municipality, l.rating,
    l.rating_count as "ratingCount", coalesce(l.published_at, l.created_at) as "publishedAt", l.shown,
    l.seller_id as "sellerId", m.username as "sellerUsername", m.seller_name as "sellerName",
    m.seller_logo as "sellerLogo", m.rating as "sellerRating", m.rating_count as "sellerRatingCount"`

  return {
    /** One page of what everyone may see, and how many there are in all: one round trip. */
    async page(query: ListingQuery): Promise<{ rows: ListingRow[]; total: number }> {
      const where = matching(db, query)
      const order = listOrder(db, query)
      // Written into the statement: planned for a limit it does not know, PostgreSQL prepares for a tenth of the table.
      const size = db.unsafe(String(query.pageSize))
      const total = isNarrowed(query)
        ? db`(select count(*) from (select 1 from listing l where ${where} limit ${COUNTED_AT_MOST}) as counted)`
        : db`coalesce((select t.shown from listing_tally t
              where t.section = ${query.section ?? ''} and t.category = ${query.category?.toLowerCase() ?? ''}), 0)`
      const rows = await db<(ListingRow & { total: number })[]>`
        select ${total} as total, page.*
        from (select) as always
        left join lateral (
          select ${columns}
          from (
            select l.id from listing l where ${where} order by ${order}
            limit ${size} offset ${(query.p - 1) * query.pageSize}
          ) as wanted
          join listing l on l.id = wanted.id
          join member m on m.id = l.seller_id
          left join category c on c.key = l.category
          order by ${order}
        ) as page on true`
      return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) }
    },

    async find(id: string): Promise<ListingRow | undefined> {
      const [row] = await db<ListingRow[]>`
        select ${columns}
        from listing l join member m on m.id = l.seller_id left join category c on c.key = l.category
        where l.id = ${id}`
      return row
    },

    /** The categories that have something to show, as they are spelled. */
    async categories(): Promise<string[]> {
      const rows = await db<{ name: string }[]>`
        select c.name from listing_tally t join category c on c.key = t.category
        where t.section = '' and t.shown > 0 order by c.key`
      return rows.map((row) => row.name)
    },
  }
}
