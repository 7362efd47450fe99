import type { Map as LeafletMap } from 'leaflet'
import styles from './map.module.css'

export const OPEN_STREET_MAP_CREDIT = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>'
const NO_TILES = 'Lo sfondo della mappa non arriva: il resto funziona lo stesso.'

/** Adds the background tiles; shows a message on the map if they cannot be loaded. */
export const addTiles = (leaflet: typeof import('leaflet'), map: LeafletMap, tiles: string): void => {
  if (!tiles) return
  const layer = leaflet.tileLayer(tiles, { maxZoom: 19, attribution: OPEN_STREET_MAP_CREDIT }).addTo(map)
  layer.once('tileerror', () => {
    const note = document.createElement('p')
    note.className = styles.noTiles ?? ''
    note.role = 'status'
    note.textContent = NO_TILES
    map.getContainer().append(note)
    layer.once('tileload', () => note.remove())
  })
}
