import { showsPrice } from '#domain/kinds.ts'
import type { Listing } from '#domain/listings.schema.ts'
import { SECTION_LABELS } from '#domain/listings.ts'
import { homePath } from '#web/features/listings/card/home-path.ts'
import { sellerName } from '#web/features/listings/card/listing-card.tsx'
import { categoryPath } from '#web/features/listings/search/search-path.ts'

const CONTEXT = 'https://schema.org'
const MAX_REVIEWS = 5

const rated = ({ rating, numReviews, reviews }: Listing) =>
  numReviews === 0
    ? {}
    : {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: numReviews, bestRating: 5 },
        review: reviews.slice(0, MAX_REVIEWS).map((review) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: review.name },
          datePublished: review.createdAt.slice(0, 10),
          reviewBody: review.comment,
          reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
        })),
      }

// VAL has no ISO 4217 code, so the structured data has the price in euro, if there is one.
const offered = (listing: Listing, url: string) =>
  !showsPrice(listing.section) || listing.priceEuro === 0
    ? {}
    : {
        offers: {
          '@type': 'Offer',
          url,
          price: listing.priceEuro.toFixed(2),
          priceCurrency: 'EUR',
          availability: `${CONTEXT}/${listing.isService || listing.countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Person', name: sellerName(listing) },
        },
      }

/** The schema.org data of a listing as JSON-LD: breadcrumbs and, for products and services, the offer. */
export const listingData = (listing: Listing, publicUrl: string): Record<string, unknown>[] => {
  const at = (path: string) => new URL(path, publicUrl).href
  const url = at(`/product/${listing._id}`)
  const steps = [
    { name: 'Vetrina', item: at('/') },
    { name: SECTION_LABELS[listing.section], item: at(homePath(listing.section, 1)) },
    { name: listing.category, item: at(categoryPath(listing.category)) },
    { name: listing.name, item: url },
  ]
  const way = {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
  if (listing.section !== 'offro' && listing.section !== 'dono') return [way]
  const thing = {
    '@context': CONTEXT,
    '@type': listing.isService ? 'Service' : 'Product',
    name: listing.name,
    description: listing.description,
    category: listing.category,
    image: listing.image.map(at),
    url,
    ...offered(listing, url),
    ...rated(listing),
  }
  return [way, thing]
}
