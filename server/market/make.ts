import type { Accounts } from '#server/accounts/make.ts'
import { makeAlerts } from '#server/market/alerts/service.ts'
import { makeAlertsStore } from '#server/market/alerts/store.ts'
import { makeFavouriteNews } from '#server/market/favourites/news.ts'
import { makeFavourites } from '#server/market/favourites/service.ts'
import { makeFavouritesStore } from '#server/market/favourites/store.ts'
import { makeListingLife } from '#server/market/freshness/life.ts'
import { makeFreshness } from '#server/market/freshness/service.ts'
import { makeFreshnessStore } from '#server/market/freshness/store.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import { makeAffordable } from '#server/market/listings/affordable.ts'
import { makeListingChanged } from '#server/market/listings/changed.ts'
import { makeListingEditor } from '#server/market/listings/editing.ts'
import { makeEditingStore } from '#server/market/listings/editing-store.ts'
import { makeListingEnding } from '#server/market/listings/ending.ts'
import { makeEndingStore } from '#server/market/listings/ending-store.ts'
import { makeListingsService } from '#server/market/listings/service.ts'
import { makeListingStates } from '#server/market/listings/states.ts'
import { makeStatistics } from '#server/market/listings/statistics.ts'
import { makeStock } from '#server/market/listings/stock.ts'
import { makeStockStore } from '#server/market/listings/stock-store.ts'
import { makeListingsStore } from '#server/market/listings/store.ts'
import { makeVisitsStore } from '#server/market/listings/visits-store.ts'
import { makeMatchesService } from '#server/market/matches/service.ts'
import { makePlacesService } from '#server/market/places/service.ts'
import { makePlacesStore } from '#server/market/places/store.ts'
import { makeReviewsService } from '#server/market/reviews/service.ts'
import { makeReviewsStore } from '#server/market/reviews/store.ts'
import { makeReviewWriting } from '#server/market/reviews/writing.ts'
import { makeMatches } from '#server/market/search/matches.ts'
import { makeSearch } from '#server/market/search/search.ts'
import { makeSought } from '#server/market/sought/service.ts'
import { makeSoughtStore } from '#server/market/sought/store.ts'
import { makeSynonyms } from '#server/market/synonyms/service.ts'
import { makeSynonymsStore } from '#server/market/synonyms/store.ts'
import { makeUploadsService } from '#server/market/uploads/service.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import { makeUploadsStore } from '#server/market/uploads/store.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Platform } from '#server/platform/make.ts'
import type { Talk } from '#server/talk/make.ts'

/** Listings with their search, freshness checks, favourites, alerts, uploads and reviews. */
export const makeMarket = (
  platform: Platform,
  talk: Talk,
  accounts: Accounts,
  storage: Storage,
  hooks: MarketHooks,
) => {
  const { db, reads } = platform
  const shared = { ...platform, ...talk, ...accounts, ...hooks }
  const favouritesStore = makeFavouritesStore(db)
  const favouriteNews = makeFavouriteNews({ ...shared, store: favouritesStore })
  const changed = makeListingChanged({ favouriteNews })
  const freshnessStore = makeFreshnessStore(db)
  const life = makeListingLife({ ...shared, store: freshnessStore })
  const editingStore = makeEditingStore(db)
  const readsFrom = (source: Database) => {
    const [search, reviews] = [makeSearch(source), makeReviewsService(makeReviewsStore(source))]
    const store = makeListingsStore(source)
    return {
      search,
      reviews,
      listings: makeListingsService({ ...shared, store, editingStore, search, reviews, changed }),
    }
  }
  const { search, reviews, listings } = readsFrom(db)
  const publicReads = readsFrom(reads)
  const uploads = makeUploadsService({ ...shared, store: makeUploadsStore(db), storage })
  const findMatches = makeMatches(db)
  const favourites = makeFavourites({ store: favouritesStore, listings })
  const alerts = makeAlerts({ ...shared, store: makeAlertsStore(db), searches: search.saved, listings })
  const sought = makeSought({ ...shared, store: makeSoughtStore(db), search })
  const editing = { ...shared, store: editingStore, listings, uploads, changed, life }
  const listingStates = makeListingStates(editing)
  return {
    places: makePlacesService(makePlacesStore(db)),
    search,
    findMatches,
    matches: makeMatchesService({ ...shared, findMatches, listings }),
    synonyms: makeSynonyms({ ...shared, store: makeSynonymsStore(db) }),
    sought,
    stock: makeStock(makeStockStore(db), changed),
    listings,
    affordable: makeAffordable({ ...shared, listings }),
    addImportedListings: editingStore.addImported,
    listingEditor: makeListingEditor(editing),
    listingStates,
    listingEnding: makeListingEnding({ ...shared, store: makeEndingStore(db) }),
    statistics: makeStatistics({ ...shared, store: makeVisitsStore(db), listings }),
    life,
    freshness: makeFreshness({ ...shared, store: freshnessStore, states: listingStates, life }),
    favourites,
    favouriteNews,
    alerts,
    reviews,
    reviewWriting: makeReviewWriting({ ...shared, reviews, listings }),
    uploads,
    publicSearch: publicReads.search,
    publicListings: publicReads.listings,
    marketData: [listings, uploads, reviews, favourites, alerts, sought].map(({ personalData }) => personalData),
  }
}
export type Market = ReturnType<typeof makeMarket>
