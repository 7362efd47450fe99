import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { firstRange } from '#server/market/search/blocks.ts'
import { orderOf } from '#server/market/search/conditions.ts'
import { readCounts } from '#server/market/search/estimates.ts'
import { atMost, offsetOf } from '#server/market/search/page-query.ts'
import { tieredPage } from '#server/market/search/ranking-tiers.ts'
import { sortedPage } from '#server/market/search/sorted-search.ts'
import type { Database } from '#server/platform/db/pool.ts'

const MAX_REACHED = 2_400

/** The filters of the search form (price range, stars, section, category) without words. Their count is exact. */
export const facetPage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const counts = await readCounts(db, query)
  const matches = counts.filtered
  const totals = atMost(matches, MAX_REACHED)
  if (offsetOf(query) >= totals.total) return { rows: [], ...totals }
  if (orderOf(query) !== 'newest') {
    const { rows } = await sortedPage(db, query, { tsquery: undefined, matches, listed: counts.listed })
    return { rows, ...totals }
  }
  const needed = Math.min(query.p * query.pageSize, MAX_REACHED)
  const estimate = { matches, shortest: matches, entries: matches }
  const range = firstRange(needed, estimate, counts)
  const tier = { vector: undefined, tsquery: '', estimate, needed, range, widens: true, rankedFirst: undefined }
  const { rows } = await tieredPage(db, query, [tier], counts)
  return { rows, ...totals }
}
