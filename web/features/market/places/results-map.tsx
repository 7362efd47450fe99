import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Place, PlacedListing } from '#web/features/market/places/clusters.ts'
import { clustersOf } from '#web/features/market/places/clusters.ts'
import { drawClusters } from '#web/features/market/places/draw-clusters.ts'
import { documentUrl } from '#web/lib/page/document-url.ts'
import canvasStyles from './canvas.module.css'
import styles from './results-map.module.css'

// The CSP of a page that was loaded without the map refuses tiles.
const wasOpenedWithMap = (): boolean => documentUrl()?.searchParams.has('vista') ?? true

const MAX_NAMES = 8

const othersText = (count: number): string => (count === 1 ? 'e un altro' : `e altri ${count}`)

const Listings = ({ places, onClose }: { places: Place[]; onClose: () => void }) => (
  <section className={styles.chosen} aria-live="polite">
    <button type="button" className={styles.close} onClick={onClose}>
      Chiudi
    </button>
    {places.map(({ key, name: placeName, listings }) => (
      <div key={key}>
        <h3>
          {placeName} · {listings.length}
        </h3>
        <ul>
          {listings.slice(0, MAX_NAMES).map(({ _id, name }) => (
            <li key={_id}>
              <Link to={`/product/${_id}`}>{name}</Link>
            </li>
          ))}
        </ul>
        {listings.length > MAX_NAMES && <p>{othersText(listings.length - MAX_NAMES)}</p>}
      </div>
    ))}
  </section>
)

const noteOf = (shown: number, placed: number, total: number): string => {
  const missing = shown - placed
  return [
    total > shown && `Sulla mappa i primi ${shown} annunci.`,
    missing > 0 && (missing === 1 ? 'Di uno non si sa il comune.' : `Di ${missing} non si sa il comune.`),
  ]
    .filter(Boolean)
    .join(' ')
}

type Props = { listings: PlacedListing[]; total: number; tiles: string }

/** The results on a map, with a mark for each comune or for several near ones. Choosing a mark lists its listings below. */
export const ResultsMap = ({ listings, total, tiles }: Props) => {
  const element = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const places = clustersOf(listings)
  const shown = places.filter(({ key }) => chosen.includes(key))
  // The map is drawn again only if what it shows has changed.
  const content = JSON.stringify(places.map(({ key, listings: { length } }) => [key, length]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the places
  useEffect(() => {
    if (!element.current) return
    const drawn = drawClusters(element.current, places, { tiles: wasOpenedWithMap() ? tiles : '', onChoose: setChosen })
    return () => {
      drawn.then((map) => map.remove())
    }
  }, [content, tiles])

  const placed = places.reduce((sum, { listings: { length } }) => sum + length, 0)
  const note = noteOf(listings.length, placed, total)
  return (
    <div className={styles.box}>
      <section ref={element} className={`${canvasStyles.canvas} ${styles.canvas}`} aria-label="Annunci sulla mappa" />
      {note && <p className={styles.note}>{note}</p>}
      {shown.length > 0 && <Listings places={shown} onClose={() => setChosen([])} />}
    </div>
  )
}
