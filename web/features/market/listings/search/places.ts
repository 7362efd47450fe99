import { PROVINCES } from '#domain/base/provinces.ts'
import type { Place } from '#domain/market/places.schema.ts'
import { callAsVisitor } from '#web/client.ts'
import { viewerPlace } from '#web/features/market/listings/card/distance.ts'
import { findPosition } from '#web/lib/position.ts'
import type { Suggestion } from '#web/ui/form/combobox.tsx'

export type SuggestedPlace = Suggestion & { place: Place }

const MIN_LETTERS = 2

export const findPlaces = async (text: string, signal: AbortSignal): Promise<SuggestedPlace[]> => {
  if (text.trim().length < MIN_LETTERS) return []
  const places = await callAsVisitor('GET /api/places', { query: { q: text.trim() }, signal })
  return places.map((place) => ({ key: String(place.id), text: place.name, note: place.provinceName, place }))
}

/** Browsers tell the position only to pages that nobody can change on their way. */
const canFindPosition = (): boolean => window.isSecureContext && 'geolocation' in navigator

/** The comune nearest to the browser's position, which is sent only to our server. */
export const nearestPlace = async (): Promise<Place> => {
  if (!canFindPosition()) throw new Error('Qui il browser non può dirci dove sei: scrivi il comune.')
  const point = await findPosition()
  if (!point) throw new Error('Il browser non ci ha detto dove sei: scrivi il comune.')
  const query = { lat: point.lat.toFixed(4), lng: point.lng.toFixed(4) }
  const place = await callAsVisitor('GET /api/places/nearest', { query })
  viewerPlace.write({ lat: place.lat, lng: place.lng })
  return place
}

// Provinces whose name differs between the comuni data and our list.
const OTHER_NAMES: Record<string, string> = { AO: 'Aosta', BZ: 'Bolzano', RE: 'Reggio Emilia' }

/** The name of a province in our list of 110; empty if missing. */
export const provinceOf = ({ province, provinceName }: Place): string => {
  const name = OTHER_NAMES[province] ?? provinceName
  return PROVINCES.find((known) => known === name) ?? ''
}
