import type { Place } from '#web/features/map/clusters.ts'
import { DEFAULT_CENTRE } from '#web/features/map/map-source.ts'
import { addTiles } from '#web/features/map/tiles.ts'
import styles from './results-map.module.css'

const ITALY_ZOOM = 8
const MAX_ZOOM = 12
const MARK_PX = 40

type Options = { tiles: string; onChoose: (key: string) => void }

const countText = ({ name, listings: { length } }: Place) =>
  `${name}: ${length} ${length === 1 ? 'annuncio' : 'annunci'}`

/** Draws one mark with the number of listings for each place, and shows all of them. */
export const drawClusters = async (element: HTMLElement, places: readonly Place[], { tiles, onChoose }: Options) => {
  const leaflet = await import('leaflet')
  const map = leaflet.map(element, { center: DEFAULT_CENTRE, zoom: ITALY_ZOOM, scrollWheelZoom: false })
  map.attributionControl.setPrefix(false)
  addTiles(leaflet, map, tiles)
  for (const place of places) {
    const icon = leaflet.divIcon({
      html: `<span>${place.listings.length}</span>`,
      className: styles.mark ?? '',
      iconSize: [MARK_PX, MARK_PX],
    })
    const text = countText(place)
    const mark = leaflet
      .marker(place, { icon, title: text, alt: text })
      .on('click', () => onChoose(place.key))
      .addTo(map)
      .getElement()
    mark?.setAttribute('aria-label', text)
    mark?.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') onChoose(place.key)
    })
  }
  if (places.length > 0) {
    const bounds = leaflet.latLngBounds(places.map(({ lat, lng }) => [lat, lng]))
    map.fitBounds(bounds, { padding: [MARK_PX, MARK_PX], maxZoom: MAX_ZOOM, animate: false })
  }
  return { remove: () => map.remove() }
}
