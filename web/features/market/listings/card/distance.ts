import { browserStore } from '#web/lib/browser-store.ts'

type Point = { lat: number; lng: number }

/** The position of the viewer's comune, known after a search near it. */
export const viewerPlace = browserStore<Point | null>('localStorage', 'posizione', null)

const EARTH_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The great-circle distance in kilometres. */
export const distanceKm = (from: Point, to: Point): number => {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const a = half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(a))
}

/** "a 8 km"; empty within the same comune. */
export const distanceText = (km: number): string => (km < 1 ? '' : `a ${Math.round(km)} km`)
