import type { ListingQuery } from '#domain/listings.schema.ts'
import type { ListingOrder } from '#domain/listings.ts'
import { PRICE_RANGES } from '#domain/listings.ts'
import { toHundredths } from '#domain/money.ts'
import type { Statement } from '#server/search/statement.ts'

// Which listings a query asks for, and in which order, as pieces of SQL.

export const PUBLIC = 'l.shown and (l.expires_at is null or l.expires_at > now())'

export const ORDER_BY: Record<ListingOrder, string> = {
  newest: 'l.place desc',
  lowest: 'l.price_val, l.place desc',
  highest: 'l.price_val desc, l.place desc',
  toprated: 'l.rating desc, l.rating_count desc, l.place desc',
}

export const hasPrice = ({ min, max }: ListingQuery): boolean => min > 0 || max > 0
export const categoryKey = (query: ListingQuery): string | undefined => query.category?.toLowerCase()

const EDGES = [100, 1000, 10_000, 100_000]
const MOST = 7

/** The bands between two prices, and whether they hold nothing else. See price_band in the migrations. */
export const bandsOf = ({ min, max }: ListingQuery): { from: number; to: number; exact: boolean } => {
  const bandOf = (price: number) => {
    const above = EDGES.filter((edge) => price >= edge).length
    const isEdge = above > 1 && EDGES.includes(price)
    return above < 2 ? above : above * 2 - (isEdge ? 2 : 1)
  }
  const startsABand = min === 0 || EDGES.includes(min)
  const endsABand = max === 0 || EDGES.slice(1).includes(max)
  return { from: bandOf(min), to: max === 0 ? MOST : bandOf(max), exact: startsABand && endsABand }
}

/** The range of the screen's that a query asks for, as the index names it. */
export const rangeOf = ({ min, max }: ListingQuery): string | undefined => {
  const range = PRICE_RANGES.find((each) => toHundredths(each.min) === min && toHundredths(each.max) === max)
  return range?.max ? `${range.min}-${range.max}` : undefined
}

export const pricesWithin = (query: ListingQuery, { bind }: Statement): string[] => [
  ...(query.min ? [`l.price_val >= ${bind(query.min)}`] : []),
  ...(query.max ? [`l.price_val <= ${bind(query.max)}`] : []),
]

/** Everything a query asks of a row, but for its words. */
export const asked = (query: ListingQuery, statement: Statement): string => {
  const { bind } = statement
  return [
    PUBLIC,
    ...(query.section ? [`l.section = ${bind(query.section)}`] : []),
    ...(query.category ? [`l.category = ${bind(categoryKey(query))}`] : []),
    ...(query.seller ? [`l.seller_id = ${bind(query.seller)}`] : []),
    ...pricesWithin(query, statement),
    ...(query.rating ? [`l.stars >= ${bind(query.rating)}`] : []),
  ].join(' and ')
}

/** The same for words already found, put so that no index is thought of for it: the rows are at hand. */
export const hasWords = (words: string, { bind }: Statement): string => `ts_match_vq(l.search, ${bind(words)}::tsquery)`
