import type { ListingQuery } from '#domain/listings.schema.ts'
import { categoryKey, PUBLIC, pricesWithin, rangeOf } from '#server/search/selection.ts'
import type { Statement } from '#server/search/statement.ts'
import type { Window } from '#server/search/windows.ts'

/** Which of the listings' texts is asked for words, if any, and where. */
export type Sought = { vector: string | undefined; window: Window }

const MOST_STARS = 5
/** As the index has it. */
export const FACETS = 'listing_facets(l.section, l.category, l.band, l.stars, l.comune)'

/** What the index calls the filters of a query, any of which will do; see listing_facets in the migrations. */
const facetsOf = (query: ListingQuery): string[] => {
  const range = rangeOf(query) ?? ''
  const category = categoryKey(query) ?? ''
  if (!(query.section || range || query.rating || category)) return []
  const floor = query.rating
  const stars = floor ? Array.from({ length: MOST_STARS - floor + 1 }, (_, index) => floor + index) : ['']
  return stars.map((each) => [query.section ?? '', range, each, category].join('|'))
}

export const hasFacets = (query: ListingQuery): boolean => facetsOf(query).length > 0

/** Which listings match, put so that the one index of all that is asked for answers it. */
export const matches = (query: ListingQuery, words: string, tier: Sought, statement: Statement): string => {
  const { bind } = statement
  const facets = facetsOf(query)
  return [
    PUBLIC,
    ...(tier.vector ? [`${tier.vector} @@ ${bind(words)}::tsquery`] : []),
    ...(facets.length > 0 ? [`${FACETS} && ${bind(facets)}::text[]`] : []),
    ...(tier.window.blocks ? [`listing_blocks(l.place) && ${bind(tier.window.blocks)}::bigint[]`] : []),
    ...(rangeOf(query) ? [] : pricesWithin(query, statement)),
  ].join(' and ')
}
