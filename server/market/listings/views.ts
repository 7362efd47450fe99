import { fromHundredths } from '#domain/base/money.ts'
import { showsPrice } from '#domain/market/kinds.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { ListingRow } from '#server/market/listings/rows.ts'

/** A row as the API and the pages return it. */
export const toCard = (row: ListingRow): ListingCard => {
  const priced = showsPrice(row.section)
  return {
    _id: row.id,
    name: row.name,
    priceVal: priced ? fromHundredths(row.priceVal) : 0,
    priceEuro: priced ? fromHundredths(row.priceEuro) : 0,
    image: row.images,
    category: row.category,
    brand: row.brand,
    countInStock: row.stock,
    description: row.description,
    section: row.section,
    isService: row.isService,
    isGift: row.section === 'dono',
    pause: row.paused,
    shown: row.shown,
    delivery: row.delivery,
    expiry: row.expiresAt?.toISOString() ?? null,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    place: row.venue,
    places: row.places,
    country: row.country,
    state: row.state,
    city: row.city,
    municipality: row.municipality,
    position: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    rating: row.rating,
    numReviews: row.ratingCount,
    createdAt: row.publishedAt.toISOString(),
    distance: row.distance ?? null,
    seller: {
      _id: row.sellerId,
      username: row.sellerUsername,
      seller: {
        name: row.sellerName,
        logo: row.sellerLogo,
        rating: row.sellerRating,
        numReviews: row.sellerRatingCount,
      },
    },
  }
}
