import type { ListingChange, ListingQuery } from '#domain/market/listings.schema.ts'
import { isDraft, type ListingSort, type Section } from '#domain/market/listings.ts'
import {
  LISTING_COLUMNS,
  LISTING_JOINS,
  type ListingPageRows,
  type ListingRow,
  type ListingState,
  STATE_COLUMNS,
  type Withheld,
} from '#server/market/listings/rows.ts'
import { countUpTo, isTooMany, LIMIT_COLLECTED, searchLongList } from '#server/platform/db/long-list.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, escapeLike, raw, type Sql, sql } from '#server/platform/db/sql.ts'

/** The fields needed to check permission and pictures, and those whose change is announced to other members. */
export type LockedListing = ListingState & { images: string[]; endsAt: Date | null; withheld: Withheld | null }

export type EditingStore = ReturnType<typeof makeEditingStore>

export const makeEditingStore = (db: Database) => {
  // A date without a time ends at midnight in Italy.
  const isOver = (now: Date) => sql`not expired and expires_at <= ${now}`
  const expiresAtOf = (expiry: string | undefined) => {
    if (!expiry) return sql`null::timestamptz`
    return expiry.length > 'yyyy-mm-dd'.length
      ? sql`${expiry}::text::timestamptz`
      : sql`((${expiry}::text::date + 1)::timestamp at time zone 'Europe/Rome')`
  }
  const orders: Record<ListingSort, Sql> = {
    newest: sql`l.number desc`,
    lowest: sql`l.sort_price, l.number desc`,
    highest: sql`l.sort_price desc nulls last, l.number desc`,
    toprated: sql`l.rating desc, l.rating_count desc, l.number desc`,
  }
  /** Searches in the title and, in a list of several sellers, in the seller's names. */
  const contains = (words: string, seller?: string) => {
    const text = words.toLowerCase()
    const inTitle = sql`strpos(lower(l.name), ${text}) > 0`
    return seller ? inTitle : sql`(${inTitle} or strpos(m.names, ${text}) > 0)`
  }
  /** The ids of some listings that contain the words; undefined if too many sellers match. */
  const collect = async (words: string): Promise<string[] | undefined> => {
    const pattern = `%${escapeLike(words.toLowerCase())}%`
    const sellers = await db.query<{ id: string }>(sql`
      select id from member where deleted_at is null and names like ${pattern} ${LIMIT_COLLECTED}`)
    if (isTooMany(sellers)) return undefined
    const rows = await db.query<{ id: string }>(sql`
      (select id from listing where name ilike ${pattern} ${LIMIT_COLLECTED})
      union (select id from listing where seller_id = any(${sellers.map(({ id }) => id)}::uuid[]) ${LIMIT_COLLECTED})
      ${LIMIT_COLLECTED}`)
    return rows.map(({ id }) => id)
  }
  const conditions = (query: ListingQuery) => sql`
    l.withheld is distinct from 'removed' ${query.seller ? sql`and l.seller_id = ${query.seller}` : empty}
    ${query.section ? sql`and l.section = ${query.section}` : empty}
    ${query.category ? sql`and l.category = ${query.category.toLowerCase()}` : empty}
    ${query.min ? sql`and l.sort_price >= ${query.min}` : empty}
    ${query.max ? sql`and coalesce(l.sort_price, 0) <= ${query.max}` : empty}
    ${query.rating ? sql`and l.rating >= ${query.rating}` : empty}
    ${query.free ? sql`and l.is_free` : empty}
    ${query.picture ? sql`and l.has_picture` : empty}`

  return {
    transaction: db.transaction,

    /** One page of all listings, including drafts, paused and expired ones. */
    async page(query: ListingQuery): Promise<ListingPageRows> {
      // A constant in the statement: for a limit given as a parameter the planner assumes a tenth of the rows.
      const size = raw(String(query.pageSize))
      const page = (where: Sql) =>
        db.query<ListingRow>(sql`
          select ${raw(LISTING_COLUMNS)} from listing l ${raw(LISTING_JOINS)} where ${conditions(query)} and ${where}
          order by ${orders[query.order ?? 'newest']} limit ${size} offset ${(query.p - 1) * query.pageSize}`)
      const { name: words, seller } = query
      const counted = words && !seller ? sql`listing l join member m on m.id = l.seller_id` : sql`listing l`
      const count = async (where: Sql, most?: number) => {
        const rows = sql`select from ${counted} where ${conditions(query)} and ${where}`
        return (await db.first<{ total: number }>(countUpTo(rows, most)))?.total ?? 0
      }
      if (words && !seller)
        return searchLongList({
          words,
          matches: contains(words),
          page,
          count,
          id: sql`l.id`,
          first: sql`select id from listing order by number desc`,
          collect: () => collect(words),
        })
      const where = words ? contains(words, seller) : sql`true`
      const [rows, total] = await Promise.all([page(where), count(where)])
      return { rows, total }
    },

    async countDrafts(tx: Queries, sellerId: string): Promise<number> {
      // Serializes concurrent requests of one member, so that the limit holds.
      await lockName(tx, `drafts ${sellerId}`)
      const row = await tx.first<{ count: number }>(sql`
        select count(*) from listing where seller_id = ${sellerId} and draft`)
      return row?.count ?? 0
    },

    async addDraft(tx: Queries, sellerId: string, at: Date): Promise<string> {
      const row = await tx.first<{ id: string }>(sql`
        insert into listing (number, seller_id, name, hidden, created_at) overriding system value
        select number, ${sellerId}, 'Annunci# ' || number, closed, ${at}
        from (select nextval(pg_get_serial_sequence('listing', 'number')) as number) as next,
          (select not is_seller or suspended_at is not null as closed from member where id = ${sellerId} for share) as seller
        returning id`)
      return row?.id ?? ''
    },

    /** Adds drafts that their members have not confirmed yet. */
    async addImported(
      tx: Queries,
      drafts: { sellerId: string; name: string; section: Section }[],
      at: Date,
    ): Promise<void> {
      await tx.execute(sql`
        insert into listing (seller_id, name, section, created_at)
        select "sellerId", name, section, ${at}
        from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as draft("sellerId" uuid, name text, section text)`)
    },

    async sellerOf(tx: Queries, id: string): Promise<string | undefined> {
      const row = await tx.first<{ sellerId: string }>(
        sql`select seller_id as "sellerId" from listing where id = ${id}`,
      )
      return row?.sellerId
    },

    lock: (tx: Queries, id: string): Promise<LockedListing | undefined> =>
      tx.first<LockedListing>(sql`
        select ${raw(STATE_COLUMNS)}, images, ends_at as "endsAt", withheld
        from listing where id = ${id} for update`),

    async change(tx: Queries, id: string, change: ListingChange, now: Date): Promise<void> {
      // The first name that is not a draft name publishes the listing, which sets its date and its place.
      const isPublished = !isDraft(change.name)
      const category = change.category.toLowerCase()
      await tx.execute(
        sql`insert into category (key, name) values (${category}, ${change.category}) on conflict do nothing`,
      )
      const isEvent = change.section === 'avviso'
      const expiresAt = isEvent ? sql`${change.endsAt}::timestamptz` : expiresAtOf(change.expiry)
      await tx.execute(sql`
        update listing set
          place = coalesce(place, case when ${isPublished}::boolean then nextval('listing_place') end),
          published_at = coalesce(published_at, case when ${isPublished}::boolean then ${now}::timestamptz end),
          name = ${change.name}, price_val = ${change.priceVal}, price_euro = ${change.priceEuro},
          images = ${change.image}, category = ${category}, brand = ${change.brand}, stock = ${change.countInStock},
          description = ${change.description}, section = ${change.section}, is_service = ${change.isService},
          paused = ${change.pause}, aux_phone = ${change.auxPhone}, delivery = ${change.delivery},
          expires_at = ${expiresAt}, expired = coalesce(${expiresAt} <= ${now}, false),
          starts_at = ${change.startsAt}, ends_at = ${change.endsAt}, venue = ${change.place}, places = ${change.places},
          country = ${change.country}, state = ${change.state}, city = ${change.city},
          municipality = ${change.municipality}
        where id = ${id}`)
    },

    findState: (id: string): Promise<(ListingState & { paused: boolean }) | undefined> =>
      db.first<ListingState & { paused: boolean }>(sql`
        select ${raw(STATE_COLUMNS)}, paused from listing where id = ${id} and withheld is distinct from 'removed'`),

    async setPaused(tx: Queries, id: string, paused: boolean): Promise<void> {
      await tx.execute(sql`update listing set paused = ${paused} where id = ${id}`)
    },

    async end(tx: Queries, id: string, now: Date): Promise<void> {
      await tx.execute(sql`update listing set expires_at = ${now}, expired = true where id = ${id}`)
    },

    async remove(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`delete from listing where id = ${id}`)
    },

    /** Marks at most `limit` listings and skips rows locked elsewhere; returns their states before. */
    markExpired: (tx: Queries, now: Date, limit: number): Promise<ListingState[]> =>
      tx.query<ListingState>(sql`
        with due as (
          select ${raw(STATE_COLUMNS)} from listing where ${isOver(now)}
          order by expires_at limit ${limit} for update skip locked
        ), marked as (update listing set expired = true where id in (select id from due))
        select * from due`),

    hasToExpire: (now: Date): Sql => sql`exists (select from listing where ${isOver(now)})`,
  }
}
