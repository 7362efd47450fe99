import type { ListingQuery } from '#domain/listings.ts'
import { categoryKey, PUBLIC, pricesWithin, rangeOf } from '#server/listings/selection.ts'
import type { Statement } from '#server/listings/statement.ts'
import type { Window } from '#server/listings/windows.ts'

/** Which of the listings' texts is asked for words, if any, and where. */
export type Sought = { vector: string | undefined; window: Window }

/** What the index calls the filters of a query, see listing_facets in the migrations. */
const facetOf = (query: ListingQuery): string | undefined => {
  const facet = [query.section ?? '', rangeOf(query) ?? '', query.rating, categoryKey(query) ?? ''].join('|')
  return facet === '||0|' ? undefined : facet
}

/** Which listings match, put so that the one index of all that is asked for answers it. */
export const matches = (query: ListingQuery, words: string, tier: Sought, statement: Statement): string => {
  const { bind } = statement
  const facet = facetOf(query)
  return [
    PUBLIC,
    ...(tier.vector ? [`${tier.vector} @@ ${bind(words)}::tsquery`] : []),
    ...(facet ? [`listing_facets(l.section, l.category, l.band, l.stars) @> array[${bind(facet)}::text]`] : []),
    ...(tier.window.blocks ? [`listing_blocks(l.place) && ${bind(tier.window.blocks)}::bigint[]`] : []),
    ...(rangeOf(query) ? [] : pricesWithin(query, statement)),
  ].join(' and ')
}
