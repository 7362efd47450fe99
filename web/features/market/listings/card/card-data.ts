import type { ListingCard } from '#domain/market/listings.schema.ts'

/** What a card shows of a listing. */
export type CardData = Pick<
  ListingCard,
  | '_id'
  | 'name'
  | 'image'
  | 'section'
  | 'isService'
  | 'priceVal'
  | 'priceEuro'
  | 'countInStock'
  | 'places'
  | 'startsAt'
  | 'municipality'
  | 'city'
  | 'position'
  | 'distance'
  | 'rating'
  | 'numReviews'
  | 'createdAt'
> & { seller: { username: string; seller: { name: string } } }

/** Leaves out what a card does not show, so that pages with many cards stay small. */
export const toCardData = ({ seller, image, ...listing }: ListingCard): CardData => ({
  _id: listing._id,
  name: listing.name,
  image: image.slice(0, 1),
  section: listing.section,
  isService: listing.isService,
  priceVal: listing.priceVal,
  priceEuro: listing.priceEuro,
  countInStock: listing.countInStock,
  places: listing.places,
  startsAt: listing.startsAt,
  municipality: listing.municipality,
  city: listing.city,
  position: listing.position,
  distance: listing.distance,
  rating: listing.rating,
  numReviews: listing.numReviews,
  createdAt: listing.createdAt,
  seller: { username: seller.username, seller: { name: seller.seller.name } },
})
