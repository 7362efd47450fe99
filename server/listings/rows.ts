import type { Section } from '#domain/listings.ts'

/** A listing as it is stored, joined with what everyone may know of its seller. */
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
  delivery: string
  expiresAt: Date | null
  country: string
  state: string
  city: string
  municipality: string
  rating: number
  ratingCount: number
  publishedAt: Date
  sellerId: string
  sellerUsername: string
  sellerName: string
  sellerLogo: string
  sellerRating: number
  sellerRatingCount: number
}

/** A listing as an order sees it; prices in hundredths. */
export type OrderableRow = {
  id: string
  name: string
  images: string[]
  section: Section
  isService: boolean
  priceVal: number
  priceEuro: number
  stock: number
  auxPhone: string
  shown: boolean
  expiresAt: Date | null
  sellerId: string
}
export type Quantity = { listingId: string; qty: number }
