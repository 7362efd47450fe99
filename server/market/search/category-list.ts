import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { categoryKey, columnConditions, ORDER_BY, orderOf } from '#server/market/search/conditions.ts'
import { atMost, offsetOf, selectPage, withConstantLimit } from '#server/market/search/page-query.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// All listings, or those of a section, a category or both. The total is the exact count kept in listing_tally.

// Orders other than newest have no counts per block: rows up to the offset are read, and pages end here.
const MAX_SORTED = 6_000
// Up to this offset, reading the rows is faster than reading the counts per block.
const MAX_SKIPPED = 300

const inList = (query: ListingQuery): Sql =>
  sql`section = ${query.section ?? ''} and category = ${categoryKey(query) ?? ''}`

const countOf = (query: ListingQuery): Sql => sql`coalesce((select shown from listing_tally where ${inList(query)}), 0)`

/**
 * Finds the block of 2^8 places that contains the offset: first the block of 2^14 places, then one of its 64 parts.
 * `start.below` is the end of that block, `start.before` the number of newer listings.
 */
const blockAt = (query: ListingQuery, offset: Sql): Sql => sql`
  with large as (
    select block, shown, sum(shown) over (order by block desc) as upto
    from listing_block_tally where ${inList(query)} and level = 14
  ), large_block as (
    select block, (upto - shown)::bigint as before from large where upto > ${offset} order by block desc limit 1
  ), small as (
    select block, shown, (select before from large_block) + sum(shown) over (order by block desc) as upto
    from listing_block_tally where ${inList(query)} and level = 8
      and block between (select block << 6 from large_block) and (select (block << 6) + 63 from large_block)
  ), start as (
    select (block + 1) << 8 as below, (upto - shown)::bigint as before
    from small where upto > ${offset} order by block desc limit 1
  )`

export const listPage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const order = orderOf(query)
  const offset = offsetOf(query)
  if (order !== 'newest' && offset >= MAX_SORTED) {
    const row = await db.first<{ total: number }>(sql`select ${countOf(query)} as total`)
    return { rows: [], ...atMost(row?.total ?? 0, MAX_SORTED) }
  }
  const skipped = sql`${offset}::bigint`
  const usesBlocks = order === 'newest' && offset > MAX_SKIPPED
  const matching = sql`select l.place from listing l where ${columnConditions(query)}`
  const places = usesBlocks ? sql`${matching} and l.place < (select below from start)` : matching
  const { rows, figures } = await selectPage<{ total: number }>(db, {
    ...(usesBlocks ? { with: blockAt(query, skipped) } : {}),
    figures: sql`${countOf(query)} as total`,
    places: withConstantLimit(
      sql`${places} order by ${ORDER_BY[order]}`,
      query.pageSize,
      usesBlocks ? sql`${skipped} - (select before from start)` : skipped,
    ),
    order: ORDER_BY[order],
  })
  return { rows, ...(order === 'newest' ? { total: figures.total } : atMost(figures.total, MAX_SORTED)) }
}
