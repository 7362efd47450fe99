import { hasStock, showsPrice } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { SECTION_LABELS } from '#domain/market/listings.ts'
import { homePath } from '#web/features/market/listings/card/home-path.ts'
import { sellerName } from '#web/features/market/listings/card/listing-card.tsx'
import { categoryPath } from '#web/features/market/listings/search/search-path.ts'

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

const personOf = (listing: Listing) => ({ '@type': 'Person', name: sellerName(listing) })

// schema.org allows the well-known name of a local currency. With two prices, the one in euro is given.
const priceOf = ({ section, priceVal, priceEuro }: Listing) => {
  if (!showsPrice(section)) return section === 'dono' ? { price: '0.00', priceCurrency: 'EUR' } : {}
  return priceEuro > 0 || priceVal === 0
    ? { price: priceEuro.toFixed(2), priceCurrency: 'EUR' }
    : { price: priceVal.toFixed(2), priceCurrency: 'VAL' }
}

const availabilityOf = (listing: Listing) =>
  `${CONTEXT}/${!hasStock(listing) || listing.countInStock > 0 ? 'InStock' : 'OutOfStock'}`

type Described = { name: string; description: string; url: string; image: string[] }

const eventOf = (listing: Listing, described: Described) => ({
  '@type': 'Event',
  ...described,
  startDate: listing.startsAt,
  endDate: listing.endsAt,
  eventStatus: `${CONTEXT}/EventScheduled`,
  eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
  location: {
    '@type': 'Place',
    name: listing.place || listing.municipality || listing.city,
    address: {
      '@type': 'PostalAddress',
      streetAddress: listing.place,
      addressLocality: listing.municipality,
      addressRegion: listing.city,
      addressCountry: 'IT',
    },
  },
  organizer: personOf(listing),
  ...(listing.places === null ? {} : { remainingAttendeeCapacity: listing.places }),
})

/** Products and services that are offered, sought or proposed. */
const thingOf = (listing: Listing, described: Described) => {
  const thing = { '@type': listing.isService ? 'Service' : 'Product', ...described, category: listing.category }
  const { url } = described
  if (listing.section === 'cerco')
    return { '@type': 'Demand', ...described, ...priceOf(listing), itemOffered: thing, seller: personOf(listing) }
  const offer = { '@type': 'Offer', url, ...priceOf(listing), availability: availabilityOf(listing) }
  if (listing.section === 'propongo')
    return { ...offer, ...described, itemOffered: thing, offeredBy: personOf(listing) }
  return { ...thing, offers: { ...offer, seller: personOf(listing) }, ...rated(listing) }
}

/** The schema.org data of a listing as JSON-LD: breadcrumbs, and the event, demand or offer. */
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
  const described = { name: listing.name, description: listing.description, url, image: listing.image.map(at) }
  const data = listing.section === 'avviso' ? eventOf(listing, described) : thingOf(listing, described)
  return [way, { '@context': CONTEXT, ...data }]
}
