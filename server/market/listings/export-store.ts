import type { Section } from '#domain/market/listings.ts'
import { limitTo } from '#server/platform/db/long-list.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Prices in hundredths. */
export type ListingExportRow = {
  number: number
  id: string
  name: string
  section: Section
  seller: string
  category: string
  priceVal: number
  priceEuro: number
  stock: number
  municipality: string
  city: string
  draft: boolean
  paused: boolean
  expired: boolean
  shown: boolean
  rating: number
  ratingCount: number
  createdAt: Date
  publishedAt: Date | null
  expiresAt: Date | null
}

export const makeListingExportStore = (db: Database) => ({
  /** Listings after the given number, in order of number, without those removed by a decision. */
  listingsAfter: (number: number, size: number): Promise<ListingExportRow[]> =>
    db.query<ListingExportRow>(sql`
      select l.number, l.id, l.name, l.section, m.username as seller, coalesce(c.name, '') as category,
        l.price_val as "priceVal", l.price_euro as "priceEuro", l.stock, l.municipality, l.city, l.draft, l.paused, l.expired, l.shown, l.rating, l.rating_count as "ratingCount",
        l.created_at as "createdAt", l.published_at as "publishedAt", l.expires_at as "expiresAt"
      from (select * from listing where number > ${number} and withheld is distinct from 'removed'
        order by number ${limitTo(size)}) as l
      join member m on m.id = l.seller_id left join category c on c.key = l.category order by l.number`),
})
