import { type Mark, marksOf, type Place } from '#web/features/market/places/clusters.ts'
import { DEFAULT_CENTRE } from '#web/features/market/places/map-source.ts'
import { addTiles } from '#web/features/market/places/tiles.ts'
import styles from './results-map.module.css'

const ITALY_ZOOM = 8
const MAX_ZOOM = 12
const MARK_PX = 40

type Options = { tiles: string; onChoose: (keys: string[]) => void }

const countOf = ({ places }: Mark): number => places.reduce((sum, { listings: { length } }) => sum + length, 0)

const countText = (mark: Mark): string => {
  const [first, ...others] = mark.places
  const names =
    others.length > 0
      ? `${first?.name} e ${others.length === 1 ? others[0]?.name : `altri ${others.length} comuni`}`
      : first?.name
  const count = countOf(mark)
  return `${names}: ${count} ${count === 1 ? 'annuncio' : 'annunci'}`
}

/** Draws marks with the number of listings, one for each place or group of near places, and fits the map to all of them. */
export const drawClusters = async (element: HTMLElement, places: readonly Place[], { tiles, onChoose }: Options) => {
  const leaflet = await import('leaflet')
  const map = leaflet.map(element, { center: DEFAULT_CENTRE, zoom: ITALY_ZOOM, scrollWheelZoom: false })
  map.attributionControl.setPrefix(false)
  addTiles(leaflet, map, tiles)
  if (places.length > 0) {
    const bounds = leaflet.latLngBounds(places.map(({ lat, lng }) => [lat, lng]))
    map.fitBounds(bounds, { padding: [MARK_PX, MARK_PX], maxZoom: MAX_ZOOM, animate: false })
  }
  const drawn = leaflet.layerGroup().addTo(map)

  const drawMark = (mark: Mark) => {
    const [first] = mark.places
    if (!first) return
    const choose = () => onChoose(mark.places.map(({ key }) => key))
    const icon = leaflet.divIcon({
      html: `<span>${countOf(mark)}</span>`,
      className: styles.mark ?? '',
      iconSize: [MARK_PX, MARK_PX],
    })
    const text = countText(mark)
    const shown = leaflet.marker(first, { icon, title: text, alt: text }).on('click', choose).addTo(drawn).getElement()
    shown?.setAttribute('aria-label', text)
    shown?.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') choose()
    })
  }
  const draw = () => {
    drawn.clearLayers()
    for (const mark of marksOf(places, (place) => map.latLngToLayerPoint(place), MARK_PX)) drawMark(mark)
  }
  draw()
  map.on('zoomend', draw)
  return { remove: () => map.remove() }
}
