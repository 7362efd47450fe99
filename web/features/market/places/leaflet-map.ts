import type { Place } from '#domain/market/places.schema.ts'
import { ApiError, callAsVisitor } from '#web/client.ts'
import { type FoundPlace, type MapSource, type Point, ZOOM } from '#web/features/market/places/map-source.ts'
import { splitAddress } from '#web/features/market/places/split-address.ts'
import { addTiles } from '#web/features/market/places/tiles.ts'
import styles from './map.module.css'

const MIN_LETTERS = 2

const toFoundPlace = (place: Place, street = '', point: Point = place): FoundPlace => ({
  id: `istat:${place.id}`,
  lat: point.lat,
  lng: point.lng,
  address: `${street && `${street}, `}${place.zipCode} ${place.name} (${place.province})`,
  name: place.name,
  vicinity: [...new Set([place.provinceName, place.region])].join(', '),
  street,
  city: place.name,
  postalCode: place.zipCode,
})

/** OpenStreetMap tiles with places from our own API; places can be chosen even without tiles. */
export const leafletMap = (tiles: string): MapSource => ({
  async search(text, signal) {
    const { street, place } = splitAddress(text)
    if (place.length < MIN_LETTERS) return []
    const found = await callAsVisitor('GET /api/places', { query: { q: place }, signal })
    const exact = found.filter(({ name }) => name.toLowerCase() === place.toLowerCase())
    return (exact.length === 1 ? exact : found).map((each) => toFoundPlace(each, street))
  },

  async placeAt(point) {
    const query = { lat: point.lat.toFixed(5), lng: point.lng.toFixed(5) }
    try {
      return toFoundPlace(await callAsVisitor('GET /api/places/nearest', { query }), '', point)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  },

  async draw(element, centre, onClick) {
    const leaflet = await import('leaflet')
    const map = leaflet.map(element, { center: centre, zoom: ZOOM })
    map.attributionControl.setPrefix(false)
    addTiles(leaflet, map, tiles)
    const marker = leaflet.circleMarker(centre, { radius: 11, className: styles.mark ?? '' })
    map.on('click', ({ latlng }) => onClick(latlng))
    return {
      show(point) {
        marker.setLatLng(point).addTo(map)
        map.setView(point, Math.max(map.getZoom(), ZOOM - 2))
      },
      remove: () => map.remove(),
    }
  },
})
