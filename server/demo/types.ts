import type { DELIVERIES, Section } from '#domain/listings.ts'
import type { LogoSpec, PictureSpec } from '#server/demo/pictures.ts'

export type MemberKey =
  | 'segreteria'
  | 'forno'
  | 'officina'
  | 'apiario'
  | 'orto'
  | 'sartoria'
  | 'libreria'
  | 'musica'
  | 'bottega'
  | 'sportello'
  | 'prato'
  | 'furgone'
  | 'nonna'
  | 'terra'
  | 'ulisse'
  | 'zeno'

export type DemoMember = {
  key: MemberKey
  username: string
  name: string
  surname: string
  email: string
  phone: string
  province: string
  municipality: string
  zipCode: string
  verified: boolean
  isAdmin: boolean
  seller: { name: string; description: string; link: string }
  /** Missing for members who have not shown themselves yet. */
  logo?: LogoSpec
}

export type DemoReview = { by: MemberKey; rating: 1 | 2 | 3 | 4 | 5; comment: string; daysAgo: number }

/** A listing with the field names of the domain; prices are decimal numbers, as people write them. */
export type DemoListing = {
  seller: MemberKey
  section: Section
  name: string
  description: string
  category: string
  /** Comma-separated uppercase tags. */
  brand: string
  priceVal: number
  priceEuro: number
  isService: boolean
  countInStock: number
  delivery: (typeof DELIVERIES)[number]
  country: string
  state: string
  city: string
  municipality: string
  pause: boolean
  daysAgo: number
  /** Negative when it is already over; missing when it never ends. */
  expiresInDays?: number
  pictures: PictureSpec[]
  reviews: DemoReview[]
}

/** What is written by hand of a listing; the rest has a usual value or follows from the seller. */
export type ListingDraft = Pick<DemoListing, 'seller' | 'name' | 'description' | 'category' | 'brand' | 'daysAgo'> &
  Partial<
    Pick<DemoListing, 'priceVal' | 'priceEuro' | 'isService' | 'countInStock' | 'delivery' | 'pause' | 'expiresInDays'>
  > & {
    pictures: (PictureSpec['motif'] | Omit<PictureSpec, 'seed'>)[]
    reviews?: Omit<DemoReview, 'daysAgo'>[]
  }
