import { z } from 'zod'
import { type CallList, Code, Id, ListingId, Message } from '#domain/base/call.schema.ts'
import { AlertList, AlertRequest, AlertView } from '#domain/market/alerts.schema.ts'
import { FavouritePage, FavouriteQuery } from '#domain/market/favourites.schema.ts'
import { FreshnessQuestion, FreshnessReply } from '#domain/market/freshness.schema.ts'
import {
  AffordableQuery,
  ListingCard,
  ListingChange,
  ListingDetail,
  ListingPage,
  ListingQuery,
  ListingStatistics,
  OwnListing,
  ReviewView,
} from '#domain/market/listings.schema.ts'
import { MatchDraft, Matches } from '#domain/market/matches.schema.ts'
import { NearestQuery, Place, PlaceQuery } from '#domain/market/places.schema.ts'
import { ReplyRequest, ReviewRequest } from '#domain/market/reviews.schema.ts'
import { MissedSearch, SoughtList } from '#domain/market/sought.schema.ts'
import { Suggestion, SuggestionQuery } from '#domain/market/suggestions.schema.ts'
import * as synonyms from '#domain/market/synonyms.schema.ts'

const OneListing = z.object({ product: OwnListing })
const OneReview = z.object({ review: ReviewView })

export const marketCalls = {
  'GET /api/products': { audience: 'public', query: ListingQuery, answer: ListingPage, cached: true },
  'GET /api/products/categories': { audience: 'public', answer: z.array(z.string()), cached: true },
  'GET /api/products/affordable': {
    audience: 'verified',
    query: AffordableQuery,
    answer: z.object({ products: z.array(ListingCard) }),
    atDesk: true,
  },
  'GET /api/products/:id': { audience: 'public', params: Id, answer: ListingDetail, cached: true },
  'POST /api/products': { audience: 'verified', answer: OneListing, atDesk: true },
  'PUT /api/products/:id': { audience: 'verified', params: Id, body: ListingChange, answer: OwnListing, atDesk: true },
  'DELETE /api/products/:id': { audience: 'verified', params: Id, answer: Message, atDesk: true, whileSuspended: true },
  'POST /api/products/:id/reviews': { audience: 'verified', params: Id, body: ReviewRequest, answer: OneReview },
  'PUT /api/reviews/:id/reply': { audience: 'verified', params: Id, body: ReplyRequest, answer: OneReview },
  'POST /api/uploads/s3': { audience: 'verified', answer: z.string(), form: true, atDesk: true },
  'POST /api/products/:id/views': { audience: 'public', params: Id, answer: Message, keepsCache: true },
  'GET /api/products/:id/statistics': { audience: 'verified', params: Id, answer: ListingStatistics },
  'GET /api/products/:id/matches': { audience: 'verified', params: Id, answer: Matches },
  'POST /api/products/matches': { audience: 'verified', body: MatchDraft, answer: Matches, keepsCache: true },
  'GET /api/favourites': { audience: 'member', query: FavouriteQuery, answer: FavouritePage },
  'PUT /api/favourites/:listingId': { audience: 'member', params: ListingId, answer: Message, keepsCache: true },
  'DELETE /api/favourites/:listingId': { audience: 'member', params: ListingId, answer: Message, keepsCache: true },
  'GET /api/alerts': { audience: 'member', answer: AlertList },
  'POST /api/alerts': { audience: 'member', body: AlertRequest, answer: AlertView, keepsCache: true },
  'DELETE /api/alerts/:id': { audience: 'member', params: Id, answer: Message, keepsCache: true },
  'POST /api/searches/missed': { audience: 'public', body: MissedSearch, answer: Message, keepsCache: true },
  'GET /api/searches/sought': { audience: 'admin', answer: SoughtList },
  'GET /api/freshness/:code': { audience: 'public', params: Code, answer: FreshnessQuestion, secret: true },
  'POST /api/freshness/:code': {
    audience: 'public',
    params: Code,
    body: FreshnessReply,
    answer: Message,
    secret: true,
  },
  'GET /api/products/suggestions': { audience: 'public', query: SuggestionQuery, answer: z.array(Suggestion) },

  'GET /api/synonyms': { audience: 'admin', answer: synonyms.SynonymGroups },
  'POST /api/synonyms': { audience: 'admin', body: synonyms.NewSynonymGroup, answer: synonyms.SynonymGroup },
  'DELETE /api/synonyms/:id': { audience: 'admin', params: Id, answer: Message },

  'GET /api/places': { audience: 'public', query: PlaceQuery, answer: z.array(Place) },
  'GET /api/places/nearest': { audience: 'public', query: NearestQuery, answer: Place },
} satisfies CallList
