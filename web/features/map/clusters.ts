import type { ListingCard } from '#domain/listings.schema.ts'

export type PlacedListing = Pick<ListingCard, '_id' | 'name' | 'municipality' | 'city' | 'position'>
export type Place = { key: string; name: string; lat: number; lng: number; listings: PlacedListing[] }

/** The listings by comune, in the order of the list; those without a known comune are left out. */
export const clustersOf = (listings: readonly PlacedListing[]): Place[] => {
  const places = new Map<string, Place>()
  for (const listing of listings) {
    if (!listing.position) continue
    const { lat, lng } = listing.position
    const key = `${lat} ${lng}`
    const place = places.get(key) ?? { key, name: listing.municipality || listing.city, lat, lng, listings: [] }
    places.set(key, { ...place, listings: [...place.listings, listing] })
  }
  return [...places.values()]
}
