import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { ALL_PLACES } from '#server/market/search/blocks.ts'
import { columnConditions, indexConditions, rowMatches } from '#server/market/search/conditions.ts'
import { collectAndSort, scanInOrder } from '#server/market/search/page-query.ts'
import { ANYWHERE } from '#server/market/search/terms.ts'
import type { Database } from '#server/platform/db/pool.ts'

// A search sorted by price or rating: either all matches are collected and sorted, or listings are scanned in that order
// until a page of them matches, whichever is estimated to read fewer rows.

const MAX_REACHED = 240
// Rows. A collection that ends before all matches were read would sort only some of them.
const MAX_COLLECTED = 20_000
const MAX_SCANNED = 20_000

type SortedSearch = {
  tsquery: string | undefined
  /** Estimated number of matches. */
  matches: number
  /** Listings in the query's section and category. */
  listed: number
}

export const sortedPage = async (
  db: Database,
  query: ListingQuery,
  { tsquery, matches, listed }: SortedSearch,
): Promise<ListingPageRows> => {
  // A scan reads one match in every (listed / matches) rows. It does not count, so it needs clearly more matches than can
  // be reached.
  const rowsScanned = (query.p * query.pageSize * listed) / matches
  if (matches <= MAX_COLLECTED && (matches <= rowsScanned || matches < 2 * MAX_REACHED)) {
    const text = tsquery ? { vector: ANYWHERE, tsquery } : undefined
    return collectAndSort(db, query, { where: indexConditions(query, text, ALL_PLACES), limit: MAX_COLLECTED })
  }
  const filter = tsquery ? rowMatches(tsquery) : undefined
  const rows = await scanInOrder(db, query, { where: columnConditions(query), filter, limit: MAX_SCANNED })
  return { rows, total: Math.min(Math.round(matches), MAX_REACHED), isAtLeast: true }
}
