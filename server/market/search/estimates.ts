import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { Estimate, TableSize } from '#server/market/search/blocks.ts'
import { and, categoryKey, hasFlags, hasPrice } from '#server/market/search/conditions.ts'
import { bandCondition } from '#server/market/search/price-bands.ts'
import type { Term } from '#server/market/search/terms.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Counts that triggers maintain, read before a search. */
export type ListingCounts = TableSize & {
  /** Listings that match all filters but `seller` and `near`; a price range counts whole bands. */
  filtered: number
  /** Listings in the query's section and category. */
  listed: number
}

export const readCounts = async (db: Database, query: ListingQuery): Promise<ListingCounts> => {
  const inList = sql`section = ${query.section ?? ''} and category = ${categoryKey(query) ?? ''}`
  const listed = sql`(select shown from listing_tally where ${inList})`
  const filtered =
    hasPrice(query) || query.rating || hasFlags(query)
      ? sql`(select sum(shown)::bigint from listing_facet where ${and(
          inList,
          hasPrice(query) ? bandCondition(query) : undefined,
          sql`stars >= ${query.rating}`,
          query.free ? sql`is_free` : undefined,
          query.picture ? sql`has_picture` : undefined,
        )})`
      : listed
  const counts =
    await db.first<ListingCounts>(sql`select coalesce((select shown from listing_tally where section = '' and category = ''), 0) as shown,
      coalesce((select max(place) from listing where shown), 0) as newest,
      coalesce(${filtered}, 0) as filtered, coalesce(${listed}, 0) as listed`)
  return counts as ListingCounts
}

type CountedTerms = {
  terms: Term[]
  /** Whether a listing with any one of the terms matches. */
  isAny: boolean
  /** Number of listings that contain a term. */
  countOf: (term: Term) => number
}

/** Assumes that terms and filters are independent of each other. */
export const estimate = ({ terms, isAny, countOf }: CountedTerms, { shown, filtered }: ListingCounts): Estimate => {
  const counts = terms.map(countOf)
  const sum = counts.reduce((total, count) => total + count, 0)
  const withTerms = isAny ? Math.min(shown, sum) : counts.reduce((total, count) => (total * count) / shown, shown)
  const shortest = isAny ? withTerms : Math.min(...counts)
  return {
    matches: (withTerms * filtered) / shown,
    shortest: Math.min(shortest, filtered),
    entries: sum + (filtered < shown ? filtered : 0),
  }
}
