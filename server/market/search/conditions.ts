import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingSort } from '#domain/market/listings.ts'
import type { BlockRange } from '#server/market/search/blocks.ts'
import { priceRangeKey } from '#server/market/search/price-bands.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

// WHERE and ORDER BY fragments. In every statement `l` is the listing.

// Uses the clock of the database, like the triggers and the heartbeat that invalidates caches when a listing ends.
export const IS_PUBLIC = sql`l.shown and (l.expires_at is null or l.expires_at > now())`

export type Order = ListingSort | 'soonest'

/** Columns that ORDER_BY needs, besides `place`. */
export const ORDER_COLUMNS = sql`l.sort_price, l.rating, l.rating_count, l.starts_at`
/** Listings without a price have a null `sort_price`: they come after the others. */
export const ORDER_BY: Record<Order, Sql> = {
  newest: sql`l.place desc`,
  soonest: sql`l.starts_at, l.place desc`,
  lowest: sql`l.sort_price, l.place desc`,
  highest: sql`l.sort_price desc nulls last, l.place desc`,
  toprated: sql`l.rating desc, l.rating_count desc, l.place desc`,
}

/** Must be written as in the definition of the index listing_terms. */
export const FACETS = sql`listing_facets(l.section, l.category, l.band, l.stars, l.comune, l.is_free, l.has_picture)`

const MAX_STARS = 5

export const and = (...conditions: (Sql | undefined)[]): Sql =>
  join(
    conditions.filter((condition) => condition !== undefined),
    ' and ',
  )

export const categoryKey = (query: ListingQuery): string | undefined => query.category?.toLowerCase()
/** Keys of listing_facets for filters that are on or off; a listing must have all of them. */
const flagKeys = ({ free, picture }: ListingQuery): string[] => [
  ...(free ? ['free'] : []),
  ...(picture ? ['picture'] : []),
]

export const hasFlags = (query: ListingQuery): boolean => flagKeys(query).length > 0
export const hasPrice = ({ min, max }: ListingQuery): boolean => min > 0 || max > 0

/** Without a minimum, listings without a price match. */
export const priceCondition = ({ min, max }: ListingQuery): Sql | undefined => {
  if (min && max) return sql`l.sort_price between ${min} and ${max}`
  if (min) return sql`l.sort_price >= ${min}`
  return max ? sql`(l.sort_price <= ${max} or l.sort_price is null)` : undefined
}

/** The sort order of a list without words: events are sorted by their start. */
export const orderOf = ({ order, section }: ListingQuery): Order =>
  order ?? (section === 'avviso' ? 'soonest' : 'newest')

/** All filters of the query, without its words, as conditions on columns: for scans of B-tree indexes. */
export const columnConditions = (query: ListingQuery): Sql =>
  and(
    IS_PUBLIC,
    query.section && sql`l.section = ${query.section}`,
    // Implied by the section, and written for the partial indexes of events.
    orderOf(query) === 'soonest' ? sql`l.starts_at is not null` : undefined,
    query.category ? sql`l.category = ${categoryKey(query)}` : undefined,
    query.seller ? sql`l.seller_id = ${query.seller}` : undefined,
    priceCondition(query),
    query.rating ? sql`l.stars >= ${query.rating}` : undefined,
    query.free ? sql`l.is_free` : undefined,
    query.picture ? sql`l.has_picture` : undefined,
  )

/** The keys of listing_facets that a listing must have one of; one key for each number of stars that suffices. */
const facetKeys = (query: ListingQuery): string[] => {
  const { section = '', rating } = query
  const priceRange = priceRangeKey(query) ?? ''
  const category = categoryKey(query) ?? ''
  if (!(section || priceRange || rating || category)) return []
  const stars = rating ? Array.from({ length: MAX_STARS - rating + 1 }, (_, index) => rating + index) : ['']
  return stars.map((each) => [section, priceRange, each, category].join('|'))
}

export const hasFacets = (query: ListingQuery): boolean => facetKeys(query).length > 0 || hasFlags(query)

/** For rows that another condition selects: the function, unlike the operator @@, never uses an index. */
export const rowMatches = (tsquery: string): Sql => sql`ts_match_vq(l.search, ${tsquery}::tsquery)`

export type TextMatch = { vector: Sql; tsquery: string }

const WEIGHTED_LEXEME = /('(?:[^']|'')*'):[AB]+/g
/** The index knows no weights: with them PostgreSQL would evaluate all index conditions again for every row. */
const textConditions = ({ vector, tsquery }: TextMatch): Sql => {
  const unweighted = tsquery.replace(WEIGHTED_LEXEME, '$1')
  return and(sql`${vector} @@ ${unweighted}::tsquery`, unweighted === tsquery ? undefined : rowMatches(tsquery))
}

/** Words, filters and blocks as conditions that one scan of the inverted index listing_terms evaluates. */
export const indexConditions = (query: ListingQuery, text: TextMatch | undefined, { blocks }: BlockRange): Sql => {
  const keys = facetKeys(query)
  return and(
    IS_PUBLIC,
    text && textConditions(text),
    keys.length > 0 ? sql`${FACETS} && ${keys}::text[]` : undefined,
    hasFlags(query) ? sql`${FACETS} @> ${flagKeys(query)}::text[]` : undefined,
    blocks && sql`listing_blocks(l.place) && ${blocks}::bigint[]`,
    priceRangeKey(query) ? undefined : priceCondition(query),
  )
}
