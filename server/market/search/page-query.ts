import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { MAX_PAGE_SIZE } from '#domain/market/listings.ts'
import { LISTING_COLUMNS, LISTING_JOINS, type ListingPageRows, type ListingRow } from '#server/market/listings/rows.ts'
import { ORDER_BY, ORDER_COLUMNS, orderOf } from '#server/market/search/conditions.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { empty, raw, type Sql, sql } from '#server/platform/db/sql.ts'

/** A constant written into the text of a statement, so that the planner knows it. */
export const constant = (value: number): Sql => raw(String(value))

export const EMPTY_PAGE: ListingPageRows = { rows: [], total: 0 }

/** A total limited to the listings that can be paged through. */
export const atMost = (total: number, limit: number): Omit<ListingPageRows, 'rows'> => ({
  total: Math.min(total, limit),
  isAtLeast: total > limit,
})

export const offsetOf = ({ p, pageSize }: ListingQuery): number => (p - 1) * pageSize
export const limitOf = (query: ListingQuery): Sql => sql`limit ${query.pageSize} offset ${offsetOf(query)}`

type PageQuery = {
  with?: Sql
  /** Columns computed once, whether or not the page has rows. */
  figures: Sql
  /** Further columns of the page's listings, from those of `places` as `w`. */
  columns?: Sql
  /** Selects the column `place` of the page's listings. */
  places: Sql
  /** Over the listing `l` and the columns of `places`, as `w`. */
  order: Sql
}

/** Reads figures and the rows of one page in one round trip. */
export const selectPage = async <Figures extends object>(
  db: Database,
  { with: before = empty, figures, columns, places, order }: PageQuery,
): Promise<{ rows: ListingRow[]; figures: Figures }> => {
  const rows = await db.query<Figures & ListingRow>(sql`${before}
    select ${figures}, page.*
    from (select) as one_row
    left join lateral (
      select ${raw(LISTING_COLUMNS)}${columns ? sql`, ${columns}` : empty}
      from (${places}) as w join listing l on l.place = w.place ${raw(LISTING_JOINS)}
      order by ${order}
    ) as page on true`)
  return { rows: rows.filter((row) => row.id !== null), figures: rows[0] as Figures }
}

// For a limit given as a parameter the planner assumes a tenth of the rows, so the limit is a constant. Rounded up to a few
// sizes, so that page sizes do not multiply the prepared statements.
const CONSTANT_LIMITS = [12, 24, MAX_PAGE_SIZE]

export const withConstantLimit = (places: Sql, size: number, offset: Sql): Sql => {
  const limit = CONSTANT_LIMITS.find((each) => each >= size) ?? MAX_PAGE_SIZE
  return sql`select * from (${places} limit ${constant(limit)} offset ${offset}) as page limit ${size}`
}

type Scan = { where: Sql; limit: number }

/**
 * Collects at most `limit` matches, along `along` if given, then sorts them by the query's order. Matches of `orWhere` are
 * collected by a scan of their own.
 */
export const collectAndSort = async (
  db: Database,
  query: ListingQuery,
  { where, orWhere, along, limit }: Scan & { orWhere?: Sql; along?: Sql },
): Promise<ListingPageRows> => {
  const scan = (condition: Sql) => sql`(select l.place, ${ORDER_COLUMNS} from listing l where ${condition}
    ${along ? sql`order by ${along}` : empty} limit ${constant(limit)})`
  const order = ORDER_BY[orderOf(query)]
  const { rows, figures } = await selectPage<{ total: number }>(db, {
    with: sql`with found as materialized (
      ${orWhere ? sql`${scan(where)} union all ${scan(orWhere)} limit ${constant(limit)}` : scan(where)})`,
    figures: sql`(select count(*) from found) as total`,
    places: sql`select l.place from found l order by ${order} ${limitOf(query)}`,
    order,
  })
  return { rows, total: figures.total, isAtLeast: figures.total === limit }
}

/** Reads at most `limit` listings in the query's order, along an index, and keeps those that match `filter`. */
export const scanInOrder = async (
  db: Database,
  query: ListingQuery,
  { where, filter, limit }: Scan & { filter: Sql | undefined },
): Promise<ListingRow[]> => {
  const order = ORDER_BY[orderOf(query)]
  const { rows } = await selectPage(db, {
    figures: sql`true as found`,
    places: sql`select l.place from (
        select l.place, l.search, ${ORDER_COLUMNS} from listing l
        where ${where} order by ${order} limit ${constant(limit)}
      ) as l ${filter ? sql`where ${filter}` : empty} order by ${order} ${limitOf(query)}`,
    order,
  })
  return rows
}
