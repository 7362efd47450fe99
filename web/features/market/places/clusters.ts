import type { ListingCard } from '#domain/market/listings.schema.ts'

export type PlacedListing = Pick<ListingCard, '_id' | 'name' | 'municipality' | 'city' | 'position'>
export type Place = { key: string; name: string; lat: number; lng: number; listings: PlacedListing[] }

/** A point of the drawn map, in pixels. */
export type Pixel = { x: number; y: number }
export type Mark = { at: Pixel; places: Place[] }

/** Places whose marks would overlap share one mark, at the position of the first of them. */
export const marksOf = (places: readonly Place[], pixelOf: (place: Place) => Pixel, distance: number): Mark[] => {
  const marks: Mark[] = []
  for (const place of places.toSorted((a, b) => b.listings.length - a.listings.length)) {
    const at = pixelOf(place)
    const near = marks.find((mark) => Math.hypot(mark.at.x - at.x, mark.at.y - at.y) < distance)
    if (near) near.places.push(place)
    else marks.push({ at, places: [place] })
  }
  return marks
}

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
