import { type ToggleEvent, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { DISTANCES } from '#domain/market/listings.ts'
import type { Place } from '#domain/market/places.schema.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'
import { viewerPlace } from '#web/features/market/listings/card/distance.ts'
import { OtherFilters } from '#web/features/market/listings/search/other-filters.tsx'
import { findPlaces, nearestPlace } from '#web/features/market/listings/search/places.ts'
import { changedSearch, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './near-form.module.css'

const placeLabel = ({ name, province }: Place) => `${name} (${province})`

/** Search around a comune: the browser is asked for its position first; the comune can also be typed. */
export const NearForm = ({ filters, failure }: { filters: SearchFilters; failure?: string }) => {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [near, setNear] = useState(filters.near)
  const [km, setKm] = useState(filters.km)
  const searchNear = (place: Place) =>
    navigate(changedSearch(filters, { near: placeLabel(place), km }), { preventScrollReset: true })
  const isTyped = useRef(false)
  const { busy, outcome, run } = useAction(async () => {
    isTyped.current = false
    const place = await nearestPlace()
    // Somebody who typed a comune meanwhile wants that one.
    if (!isTyped.current) await searchNear(place)
  })
  const askFirst = (event: ToggleEvent<HTMLDetailsElement>) => {
    if (event.currentTarget.open && !filters.near && failure === undefined) void run()
  }

  return (
    <details className={styles.near} open={failure !== undefined} onToggle={askFirst}>
      <summary className={styles.summary}>
        <Icon name="pin" size={20} />
        Vicino a me
      </summary>
      <Form action="/search" className={styles.form} preventScrollReset>
        <OtherFilters filters={filters} without={['near', 'km']} />
        <ComboboxField
          label="Comune"
          name="near"
          value={near}
          onChange={(text) => {
            isTyped.current = true
            setNear(text)
          }}
          find={findPlaces}
          onPick={({ place }) => {
            setNear(placeLabel(place))
            viewerPlace.write({ lat: place.lat, lng: place.lng })
            searchNear(place)
          }}
          maxLength={MAX_PLACE_NAME}
          required
          enterKeyHint="search"
        />
        <SelectField label="Entro" name="km" value={km} onChange={(event) => setKm(event.target.value)}>
          {DISTANCES.map((distance) => (
            <option key={distance} value={distance}>
              {distance} km
            </option>
          ))}
        </SelectField>
        <Button type="submit">Mostra</Button>
        {hydrated && (
          <Button kind="outlined" onClick={run} disabled={busy}>
            Usa la mia posizione
          </Button>
        )}
      </Form>
      <p role="status">{busy && 'Chiediamo al browser dove sei. Puoi anche scrivere il comune.'}</p>
      <Outcome {...outcome} />
      {failure && <Alert>{failure}</Alert>}
    </details>
  )
}
