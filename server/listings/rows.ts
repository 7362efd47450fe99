import type { Section } from '#domain/listing-terms.ts'

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
  delivery: string
  expiresAt: Date | null
  country: string
  state: string
  city: string
  municipality: string
  rating: number
  ratingCount: number
  publishedAt: Date
  shown: boolean
  sellerId: string
  sellerUsername: string
  sellerName: string
  sellerLogo: string
  sellerRating: number
  sellerRatingCount: number
}
