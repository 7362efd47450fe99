import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { and, columnConditions, ORDER_BY, rowMatches } from '#server/market/search/conditions.ts'
import { insteadOf } from '#server/market/search/instead.ts'
import { collectAndSort, EMPTY_PAGE } from '#server/market/search/page-query.ts'
import { allOf, correctedText, lookUpTerms } from '#server/market/search/terms.ts'
import type { Database } from '#server/platform/db/pool.ts'

const MAX_COLLECTED = 2_000

/** The listings of one seller: all of them are read along the seller's index, then filtered, counted and sorted. */
export const sellerPage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const { name = '', exact = false } = query
  const terms = name ? await lookUpTerms(db, name, { isCorrected: !exact }) : []
  if (name && terms.length === 0) return EMPTY_PAGE
  const where = and(columnConditions(query), name ? rowMatches(allOf(terms)) : undefined)
  const page = await collectAndSort(db, query, { where, along: ORDER_BY.newest, limit: MAX_COLLECTED })
  return { ...page, instead: insteadOf(correctedText(name, terms)) }
}
