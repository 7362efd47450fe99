import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { Suggestion } from '#domain/market/suggestions.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { listPage } from '#server/market/search/category-list.ts'
import { hasFlags, hasPrice } from '#server/market/search/conditions.ts'
import { facetPage } from '#server/market/search/facet-search.ts'
import { giftsInstead, withGifts } from '#server/market/search/instead.ts'
import { nearbyPage } from '#server/market/search/nearby.ts'
import { priceRangeKey } from '#server/market/search/price-bands.ts'
import { priceRangePage } from '#server/market/search/price-range.ts'
import { makeSavedSearches } from '#server/market/search/saved-searches.ts'
import { sellerPage } from '#server/market/search/seller-list.ts'
import { findSuggestions } from '#server/market/search/suggestions.ts'
import { hasAllWords, textPage } from '#server/market/search/text-search.ts'
import { makeTellingWords } from '#server/market/search/vocabulary.ts'
import type { Database } from '#server/platform/db/pool.ts'

const OFFERS = ['offro', 'dono'] as const

export type Search = ReturnType<typeof makeSearch>

const pageOf = (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  if (query.near) return nearbyPage(db, query)
  if (query.seller) return sellerPage(db, query)
  if (query.name) return textPage(db, query)
  if (hasPrice(query) && !priceRangeKey(query)) return priceRangePage(db, query)
  return hasPrice(query) || query.rating || hasFlags(query) ? facetPage(db, query) : listPage(db, query)
}

/** See README.md in this folder. */
export const makeSearch = (db: Database) => ({
  /** One page of public listings, and the number of listings that can be paged through. */
  async listings(asked: ListingQuery): Promise<ListingPageRows> {
    const query = withGifts(asked)
    const page = await pageOf(db, query)
    return query === asked ? page : { ...page, instead: giftsInstead(page.instead) }
  },

  saved: makeSavedSearches(db),

  tellingWords: makeTellingWords(db),

  /** Whether a public listing that offers or gives something has all these words. */
  async isOffered(name: string): Promise<boolean> {
    for (const section of OFFERS) {
      const query = { name, section, p: 1, pageSize: 1, min: 0, max: 0, rating: 0 }
      if (await hasAllWords(db, query)) return true
    }
    return false
  },

  suggestions: (typed: string): Promise<Suggestion[]> => findSuggestions(db, typed),
})
