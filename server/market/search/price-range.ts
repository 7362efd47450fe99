import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { and, columnConditions, ORDER_BY, priceCondition } from '#server/market/search/conditions.ts'
import { collectAndSort, offsetOf, scanInOrder } from '#server/market/search/page-query.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const MAX_COLLECTED = 600
const MAX_SCANNED = 20_000

/**
 * For price ranges other than those of the search form, which are the only ones with a key in the inverted index. Collects
 * the matches from the price index and sorts them. If there are more than MAX_COLLECTED and the order is not by price, scans
 * listings in that order and filters by price: with so many matches the page is soon filled.
 */
export const priceRangePage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const isByPrice = query.order === 'lowest' || query.order === 'highest'
  const along = query.order === 'highest' ? ORDER_BY.highest : ORDER_BY.lowest
  const withoutPrice = columnConditions({ ...query, min: 0, max: 0 })
  const where = and(withoutPrice, query.min ? priceCondition(query) : sql`l.sort_price <= ${query.max}`)
  // Two scans of the price index: one scan cannot find both prices up to the maximum and missing prices.
  const orWhere = query.min ? {} : { orWhere: and(withoutPrice, sql`l.sort_price is null`) }
  const collected = await collectAndSort(db, query, { where, ...orWhere, along, limit: MAX_COLLECTED })
  const isComplete = collected.total < MAX_COLLECTED
  if (isComplete || isByPrice || offsetOf(query) >= MAX_COLLECTED) return collected
  const rows = await scanInOrder(db, query, {
    where: withoutPrice,
    filter: priceCondition(query),
    limit: MAX_SCANNED,
  })
  return { rows, total: collected.total, isAtLeast: true }
}
