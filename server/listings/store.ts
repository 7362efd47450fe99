import type { Section } from '#domain/listings.ts'
import { makeGathered } from '#server/at-once.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import type { ListingRow } from '#server/listings/rows.ts'
import type { Mark } from '#server/listings/shelf.ts'
import { makePages } from '#server/search/pages.ts'

export type ListingsStore = ReturnType<typeof makeListingsStore>

export const makeListingsStore = (db: Database) => {
  const columns = db`
    l.id, l.name, l.price_val as "priceVal", l.price_euro as "priceEuro", l.images, coalesce(c.name, '') as category,
    l.brand, l.stock, l.description, l.section, l.is_service as "isService", l.paused, l.draft, l.shown, l.delivery,
    l.expires_at as "expiresAt", l.country, l.state, l.city, l.municipality, l.rating,
    l.rating_count as "ratingCount", coalesce(l.published_at, l.created_at) as "publishedAt",
    l.seller_id as "sellerId", m.username as "sellerUsername", m.seller_name as "sellerName",
    m.seller_logo as "sellerLogo", m.rating as "sellerRating", m.rating_count as "sellerRatingCount"`
  // A row's xmin is the transaction that wrote this version of it: another version, another xmin.
  const version = db`l.xmin::text || '.' || m.xmin::text`

  return {
    page: makePages(db),

    /** Which version of a listing is there, if any. In one text for all: a row for each costs more to read than to find. */
    findVersion: makeGathered<string>(async (ids) => {
      const [row] = await db<{ versions: string | null }[]>`
        select string_agg(l.id || '=' || ${version}, ' ') as versions
        from listing l join member m on m.id = l.seller_id where l.id = any(${ids}::uuid[])`
      return new Map(row?.versions?.split(' ').map((text) => text.split('=') as [string, string]))
    }),

    read: (ids: string[]): Promise<(ListingRow & Mark)[]> => db<(ListingRow & Mark)[]>`
      select ${columns}, ${version} as version
      from listing l join member m on m.id = l.seller_id left join category c on c.key = l.category
      where l.id = any(${ids}::uuid[])`,

    /** The categories that have something to show, as they are spelled. */
    async categories(): Promise<string[]> {
      const rows = await db<{ name: string }[]>`
        select c.name from listing_tally t join category c on c.key = t.category
        where t.section = '' and t.shown > 0 order by c.key`
      return rows.map((row) => row.name)
    },

    /** The stretches of places, each so long, in which something is shown; lowest first. */
    async shownStretches(length: number): Promise<number[]> {
      const rows = await db<{ stretch: number }[]>`
        select stretch from generate_series(0, (select max(place) from listing where shown) / ${length}) as stretch
        where exists (select from listing l
          where l.shown and l.place >= stretch * ${length} and l.place < (stretch + 1) * ${length})`
      return rows.map(({ stretch }) => stretch)
    },

    /** Some of what everyone may see between two places, in their order. */
    shownBetween: (from: number, to: number, atMost: number): Promise<{ id: string; place: number }[]> => db<
      { id: string; place: number }[]
    >`
      select l.id, l.place from listing l
      where l.shown and (l.expires_at is null or l.expires_at > now()) and l.place >= ${from} and l.place < ${to}
      order by l.place limit ${atMost}`,

    /** Everything a member has written, drafts included, newest first. */
    ofMember: (sellerId: string): Promise<(ListingRow & { auxPhone: string })[]> => db<
      (ListingRow & { auxPhone: string })[]
    >`
      select ${columns}, l.aux_phone as "auxPhone"
      from listing l join member m on m.id = l.seller_id left join category c on c.key = l.category
      where l.seller_id = ${sellerId} order by l.number desc`,

    /** Whether something shown came to its end after the given moment and before now. */
    async lapsedSince(moment: Date): Promise<boolean> {
      const [row] = await db<{ lapsed: boolean }[]>`
        select exists (select from listing where not expired and expires_at > ${moment} and expires_at <= now()) as lapsed`
      return row?.lapsed === true
    },

    async hasNamed(sellerId: string): Promise<boolean> {
      const [row] = await db<{ there: boolean }[]>`
        select exists (select from listing where seller_id = ${sellerId} and not draft) as there`
      return row?.there === true
    },

    async removeOf(sql: Queries, sellerId: string): Promise<void> {
      await sql`delete from listing where seller_id = ${sellerId}`
    },

    async figures(categories: number) {
      const [totals, bySection, byCategory] = await Promise.all([
        db<{ shown: number; paused: number }[]>`
          select coalesce((select shown from listing_tally where section = '' and category = ''), 0) as shown,
            (select count(*) from listing where paused and not draft) as paused`,
        db<{ section: Section; shown: number }[]>`
          select section, shown from listing_tally where section <> '' and category = ''`,
        db<{ category: string; shown: number }[]>`
          select c.name as category, t.shown from listing_tally t join category c on c.key = t.category
          where t.section = '' and t.shown > 0 order by t.shown desc, c.key limit ${categories}`,
      ])
      return { shown: totals[0]?.shown ?? 0, paused: totals[0]?.paused ?? 0, bySection, byCategory }
    },
  }
}
