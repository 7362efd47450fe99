import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/pool.ts'
import type { ListingPageRows } from '#server/listings/rows.ts'
import { columnConditions, ORDER_BY, priceCondition } from '#server/search/conditions.ts'
import { collectAndSort, offsetOf, scanInOrder } from '#server/search/page-query.ts'

const MAX_COLLECTED = 600
const MAX_SCANNED = 20_000

/**
 * Any price range that the search form does not offer, so that the inverted index has no key for it. Matches are collected
 * along the price index; if there are too many to sort, listings are scanned in the query's order instead, which soon
 * finds a page of them.
 */
export const priceRangePage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const isByPrice = query.order === 'lowest' || query.order === 'highest'
  const along = query.order === 'highest' ? ORDER_BY.highest : ORDER_BY.lowest
  const where = columnConditions(query)
  const collected = await collectAndSort(db, query, { where, along, limit: MAX_COLLECTED })
  const isComplete = collected.total < MAX_COLLECTED
  if (isComplete || isByPrice || offsetOf(query) >= MAX_COLLECTED) return collected
  const rows = await scanInOrder(db, query, {
    where: columnConditions({ ...query, min: 0, max: 0 }),
    filter: priceCondition(query),
    limit: MAX_SCANNED,
  })
  return { rows, total: collected.total }
}
