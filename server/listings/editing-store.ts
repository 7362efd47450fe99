import type { ListingChange, ListingQuery } from '#domain/listings.schema.ts'
import { isDraft, type ListingOrder } from '#domain/listings.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { LISTING_COLUMNS, LISTING_JOINS, type ListingPageRows, type ListingRow } from '#server/listings/rows.ts'

/** The fields that permission and pictures depend on. */
export type LockedListing = { id: string; sellerId: string; draft: boolean; name: string; images: string[] }

export type EditingStore = ReturnType<typeof makeEditingStore>

// The list of an admin can contain all listings: counting, and so paging, ends here.
const MAX_COUNTED = 60_000

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const makeEditingStore = (db: Database) => {
  // A date without a time ends at midnight in Italy.
  const expiresAtOf = (expiry: string | undefined) => {
    if (!expiry) return db`null::timestamptz`
    return expiry.length > 'yyyy-mm-dd'.length
      ? db`${expiry}::text::timestamptz`
      : db`((${expiry}::text::date + 1)::timestamp at time zone 'Europe/Rome')`
  }
  const orders: Record<ListingOrder, ReturnType<typeof expiresAtOf>> = {
    newest: db`l.number desc`,
    lowest: db`l.price_val, l.number desc`,
    highest: db`l.price_val desc, l.number desc`,
    toprated: db`l.rating desc, l.rating_count desc, l.number desc`,
  }
  const conditions = (query: ListingQuery) => db`
    ${query.seller ? db`l.seller_id = ${query.seller}` : db`true`}
    ${query.section ? db`and l.section = ${query.section}` : db``}
    ${query.category ? db`and l.category = ${query.category.toLowerCase()}` : db``}
    ${query.min ? db`and l.price_val >= ${query.min}` : db``}
    ${query.max ? db`and l.price_val <= ${query.max}` : db``}
    ${query.rating ? db`and l.rating >= ${query.rating}` : db``}
    ${query.name ? db`and l.name ilike ${`%${escapeLike(query.name)}%`}` : db``}`

  return {
    transaction: <T>(work: (sql: Queries) => Promise<T>) => db.begin(work) as Promise<T>,

    /** One page of all listings, including drafts, paused and expired ones. */
    async page(query: ListingQuery): Promise<ListingPageRows> {
      const where = conditions(query)
      // Constants in the text: for a limit given as a parameter the planner assumes a tenth of the rows.
      const size = db.unsafe(String(query.pageSize))
      const most = db.unsafe(String(MAX_COUNTED))
      const [rows, [counted]] = await Promise.all([
        db<ListingRow[]>`
          select ${db.unsafe(LISTING_COLUMNS)} from listing l ${db.unsafe(LISTING_JOINS)}
          where ${where} order by ${orders[query.order ?? 'newest']}
          limit ${size} offset ${(query.p - 1) * query.pageSize}`,
        db<{ total: number }[]>`
          select count(*) as total from (select from listing l where ${where} limit ${most}) as counted`,
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async countDrafts(sql: Queries, sellerId: string): Promise<number> {
      // Serializes concurrent requests of one member, so that the limit holds.
      await sql`select pg_advisory_xact_lock(hashtextextended('drafts ' || ${sellerId}::text, 0))`
      const [row] = await sql<{ count: number }[]>`
        select count(*) from listing where seller_id = ${sellerId} and draft`
      return row?.count ?? 0
    },

    async addDraft(sql: Queries, sellerId: string): Promise<string> {
      const [row] = await sql<{ id: string }[]>`
        insert into listing (number, seller_id, name) overriding system value
        select number, ${sellerId}, 'Annunci# ' || number
        from (select nextval(pg_get_serial_sequence('listing', 'number')) as number) as next
        returning id`
      return row?.id ?? ''
    },

    async lock(sql: Queries, id: string): Promise<LockedListing | undefined> {
      const [row] = await sql<LockedListing[]>`
        select id, seller_id as "sellerId", draft, name, images from listing where id = ${id} for update`
      return row
    },

    async change(sql: Queries, id: string, change: ListingChange, now: Date): Promise<void> {
      // A listing is published when it first has a name that is not a draft's: that sets its date and its place.
      const isPublished = !isDraft(change.name)
      const category = change.category.toLowerCase()
      await sql`insert into category (key, name) values (${category}, ${change.category}) on conflict do nothing`
      const expiresAt = expiresAtOf(change.expiry)
      await sql`
        update listing set
          place = coalesce(place, case when ${isPublished}::boolean then nextval('listing_place') end),
          published_at = coalesce(published_at, case when ${isPublished}::boolean then ${now}::timestamptz end),
          name = ${change.name}, price_val = ${change.priceVal}, price_euro = ${change.priceEuro},
          images = ${change.image}, category = ${category}, brand = ${change.brand}, stock = ${change.countInStock},
          description = ${change.description}, section = ${change.section}, is_service = ${change.isService},
          paused = ${change.pause}, aux_phone = ${change.auxPhone}, delivery = ${change.delivery},
          expires_at = ${expiresAt}, expired = coalesce(${expiresAt} <= ${now}, false),
          country = ${change.country}, state = ${change.state}, city = ${change.city},
          municipality = ${change.municipality}
        where id = ${id}`
    },

    async remove(sql: Queries, id: string): Promise<void> {
      await sql`delete from listing where id = ${id}`
    },

    /** Marks at most `limit` listings, skipping those that another server is marking; returns how many. */
    async markExpired(now: Date, limit: number): Promise<number> {
      const { count } = await db`
        update listing set expired = true where id in (
          select id from listing where not expired and expires_at <= ${now}
          order by expires_at limit ${limit} for update skip locked)`
      return count
    },
  }
}
