import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { type BlockRange, type Estimate, firstRange, type TableSize, widen } from '#server/market/search/blocks.ts'
import { indexConditions, rowMatches } from '#server/market/search/conditions.ts'
import { limitOf, selectPage } from '#server/market/search/page-query.ts'
import { ANYWHERE } from '#server/market/search/terms.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type FilteredSearch = {
  /** The same words searched anywhere, in title, tags and category, and in the title only. */
  tsqueries: { anywhere: string; labels: string; title: string }
  estimate: Estimate
  size: TableSize
  /** Maximum number of matches to count. */
  needed: number
}

const selectWithin = async (db: Database, query: ListingQuery, range: BlockRange, { tsqueries }: FilteredSearch) => {
  const { anywhere, labels, title } = tsqueries
  const rank =
    query.order === 'newest'
      ? sql`0`
      : sql`case when ${rowMatches(title)} then 0 when ${rowMatches(labels)} then 1 else 2 end`
  const { rows, figures } = await selectPage<{ total: number }>(db, {
    with: sql`with found as materialized (
      select l.place, ${rank} as rank from listing l
      where ${indexConditions(query, { vector: ANYWHERE, tsquery: anywhere }, range)})`,
    figures: sql`(select count(*) from found) as total`,
    places: sql`select place, rank from found order by rank, place desc ${limitOf(query)}`,
    order: sql`w.rank, w.place desc`,
  })
  return { rows, total: figures.total }
}

/** Words with filters: filters leave few matches, so all tiers are searched at once and each row is ranked by itself. */
export const filteredTextPage = async (
  db: Database,
  query: ListingQuery,
  search: FilteredSearch,
): Promise<ListingPageRows> => {
  const { estimate, size, needed } = search
  for (let range = firstRange(needed, estimate, size); ; ) {
    const { rows, total } = await selectWithin(db, query, range, search)
    const isShort = total < Math.min(needed, query.p * query.pageSize)
    const longer = isShort ? widen(range, estimate, size) : undefined
    if (!longer) return { rows, total: Math.min(total, needed), isAtLeast: total >= needed }
    range = longer
  }
}
