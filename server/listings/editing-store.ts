import type { ListingChange, ListingQuery } from '#domain/listings.schema.ts'
import { isDraft, type ListingOrder } from '#domain/listings.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { LISTING_COLUMNS, LISTING_JOINS, type ListingPageRows, type ListingRow } from '#server/listings/rows.ts'

/** What must be known of a listing before it is changed. */
export type ManagedRow = { id: string; sellerId: string; draft: boolean; name: string; images: string[] }

export type EditingStore = ReturnType<typeof makeEditingStore>

// An admin's list may hold everything there is: counting stops here, and so do its pages.
const COUNTED_AT_MOST = 60_000

// For LIKE, where these three are not just characters.
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const makeEditingStore = (db: Database) => {
  // A day is over when it is over in Italy.
  const endOf = (expiry: string | undefined) => {
    if (!expiry) return db`null::timestamptz`
    return expiry.length > 'yyyy-mm-dd'.length
      ? db`${expiry}::text::timestamptz`
      : db`((${expiry}::text::date + 1)::timestamp at time zone 'Europe/Rome')`
  }
  const orders: Record<ListingOrder, ReturnType<typeof endOf>> = {
    newest: db`l.number desc`,
    lowest: db`l.price_val, l.number desc`,
    highest: db`l.price_val desc, l.number desc`,
    toprated: db`l.rating desc, l.rating_count desc, l.number desc`,
  }
  const wanted = (query: ListingQuery) => db`
    ${query.seller ? db`l.seller_id = ${query.seller}` : db`true`}
    ${query.section ? db`and l.section = ${query.section}` : db``}
    ${query.category ? db`and l.category = ${query.category.toLowerCase()}` : db``}
    ${query.min ? db`and l.price_val >= ${query.min}` : db``}
    ${query.max ? db`and l.price_val <= ${query.max}` : db``}
    ${query.rating ? db`and l.rating >= ${query.rating}` : db``}
    ${query.name ? db`and l.name ilike ${`%${literally(query.name)}%`}` : db``}`

  return {
    transaction: <T>(work: (sql: Queries) => Promise<T>) => db.begin(work) as Promise<T>,

    /** One page of everything, drafts, paused and expired listings included. */
    async page(query: ListingQuery): Promise<ListingPageRows> {
      const where = wanted(query)
      // Written into the statement, as in the public list: a plan for any limit is a plan for a long one.
      const size = db.unsafe(String(query.pageSize))
      const most = db.unsafe(String(COUNTED_AT_MOST))
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
      // Two that are created at the same moment count one after the other.
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

    async lock(sql: Queries, id: string): Promise<ManagedRow | undefined> {
      const [row] = await sql<ManagedRow[]>`
        select id, seller_id as "sellerId", draft, name, images from listing where id = ${id} for update`
      return row
    },

    async change(sql: Queries, id: string, change: ListingChange, now: Date): Promise<void> {
      // The first time it has a real name a listing is published: that is its date, and its place among the newest.
      const isNamed = !isDraft(change.name)
      const category = change.category.toLowerCase()
      await sql`insert into category (key, name) values (${category}, ${change.category}) on conflict do nothing`
      const expiresAt = endOf(change.expiry)
      await sql`
        update listing set
          place = coalesce(place, case when ${isNamed}::boolean then nextval('listing_place') end),
          published_at = coalesce(published_at, case when ${isNamed}::boolean then ${now}::timestamptz end),
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

    /** Takes down what has run out, some at a time; what another copy of the server is at is left to it. */
    async expire(now: Date, atMost: number): Promise<number> {
      const { count } = await db`
        update listing set expired = true where id in (
          select id from listing where not expired and expires_at <= ${now}
          order by expires_at limit ${atMost} for update skip locked)`
      return count
    },
  }
}
