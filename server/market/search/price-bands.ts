import { toHundredths } from '#domain/base/money.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { PRICE_RANGES } from '#domain/market/listings.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// The search form offers the ranges of PRICE_RANGES. In the database each price belongs to one band (function price_band),
// and a range is a sequence of bands; a price at the edge of two ranges has a band of its own, because it belongs to both.
// Counts are kept per band; the inverted index has a key per range.

/** The range's key in the inverted index, or undefined for prices that the search form does not offer. */
export const priceRangeKey = ({ min, max }: Pick<ListingQuery, 'min' | 'max'>): string | undefined => {
  const range = PRICE_RANGES.find((each) => toHundredths(each.min) === min && toHundredths(each.max) === max)
  return range?.max ? `${range.min}-${range.max}` : undefined
}

/** The bands that overlap the query's prices; more than these prices if an end lies within a band. */
export const bandCondition = ({ min, max }: ListingQuery): Sql =>
  max
    ? sql`band between price_band(${min}::integer) and price_band(${max}::integer)`
    : sql`band >= price_band(${min}::integer)`
