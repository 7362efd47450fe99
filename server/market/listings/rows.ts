import type { Instead } from '#domain/market/listings.schema.ts'
import type { Delivery, Section } from '#domain/market/listings.ts'

/** Hidden by reports, or hidden or removed by a decision. */
export type Withheld = 'reports' | 'hidden' | 'removed'

/** A stored listing with its category's name and the public fields of its seller: LISTING_COLUMNS from LISTING_JOINS. */
export type ListingRow = {
  id: string
  name: string
  priceVal: number
  priceEuro: number
  images: string[]
  category: string
  brand: string
  stock: number
  description: string
  section: Section
  isService: boolean
  paused: boolean
  draft: boolean
  shown: boolean
  withheld: Withheld | null
  delivery: Delivery
  expiresAt: Date | null
  startsAt: Date | null
  endsAt: Date | null
  venue: string
  places: number | null
  country: string
  state: string
  city: string
  municipality: string
  lat: number | null
  lng: number | null
  rating: number
  ratingCount: number
  publishedAt: Date
  /** Kilometres from the comune of the search. */
  distance?: number | null
  sellerId: string
  sellerUsername: string
  sellerName: string
  sellerLogo: string
  sellerRating: number
  sellerRatingCount: number
}

export const LISTING_COLUMNS = `
  l.id, l.name, l.price_val as "priceVal", l.price_euro as "priceEuro", l.images, coalesce(c.name, '') as category,
  l.brand, l.stock, l.description, l.section, l.is_service as "isService", l.paused, l.draft, l.shown, l.withheld, l.delivery,
  l.expires_at as "expiresAt", l.starts_at as "startsAt", l.ends_at as "endsAt", l.venue, l.places, l.country, l.state, l.city, l.municipality,
  p.lat, p.lng, l.rating, l.rating_count as "ratingCount", coalesce(l.published_at, l.created_at) as "publishedAt",
  l.seller_id as "sellerId", m.username as "sellerUsername", m.shown_name as "sellerName",
  m.seller_logo as "sellerLogo", m.rating as "sellerRating", m.rating_count as "sellerRatingCount"`
export const LISTING_JOINS =
  'join member m on m.id = l.seller_id left join category c on c.key = l.category left join comune p on p.id = l.comune'

/**
 * `total` is the number of listings that can be paged through; `isAtLeast` if more may match. `instead` is what was searched
 * for, if not the words as typed.
 */
export type ListingPageRows = { rows: ListingRow[]; total: number; isAtLeast?: boolean; instead?: Instead | null }

/** The fields whose change is announced to members who have the listing among their favourites or in a saved search. */
export type ListingState = {
  id: string
  sellerId: string
  name: string
  section: Section
  isService: boolean
  draft: boolean
  shown: boolean
  expired: boolean
  priceVal: number
  priceEuro: number
  stock: number
  places: number | null
}
export const STATE_COLUMNS = `
  id, seller_id as "sellerId", name, section, is_service as "isService", draft, shown, expired, price_val as "priceVal",
  price_euro as "priceEuro", stock, places`

/** What an order needs to know of a listing; prices in hundredths. */
export type OrderableRow = {
  id: string
  name: string
  images: string[]
  section: Section
  isService: boolean
  priceVal: number
  priceEuro: number
  stock: number
  places: number | null
  startsAt: Date | null
  endsAt: Date | null
  venue: string
  city: string
  municipality: string
  auxPhone: string
  shown: boolean
  expiresAt: Date | null
  delivery: Delivery
  sellerId: string
  sellerName: string
}
/** What a request takes: the pieces of a listing, or the places of an event. The listing may have become the other since. */
export type Counter = 'stock' | 'places'
export type Quantity = { listingId: string; qty: number }
