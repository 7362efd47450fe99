import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Form, type MetaFunction, useLoaderData, useNavigation } from 'react-router'
import { DEFAULT_KM, DISTANCES } from '#domain/market/listings.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'
import { Booklet } from '#web/features/market/booklet/booklet.tsx'
import { toChapters } from '#web/features/market/booklet/booklet-order.ts'
import { type Area, loadBooklet, MOST_LISTINGS } from '#web/features/market/booklet/load-booklet.ts'
import { findPlaces } from '#web/features/market/listings/search/places.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/form/combobox-field.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './pagine.module.css'

const TITLE = 'Le pagine da stampare'
const FORMATS = { a5: 'A5, un libretto', a4: 'A4, due colonne' } as const

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const get = (name: string) => url.searchParams.get(name) ?? ''
  const area: Area = { near: get('near').trim(), km: get('km') || String(DEFAULT_KM) }
  const format: keyof typeof FORMATS = get('formato') === 'a4' ? 'a4' : 'a5'
  // An unknown comune is told above the form, which keeps what was typed.
  const found = await loadBooklet(area).catch((error: Error & { status?: number }) => {
    if (!area.near || error.status !== 400) throw error
    return { listings: [], isWhole: true, failure: error.message }
  })
  return { failure: '', ...found, area, format, at: new Date() }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Choice = ({ area: { near, km }, format }: { area: Area; format: keyof typeof FORMATS }) => {
  const isLoading = useNavigation().state !== 'idle'
  const [place, setPlace] = useState(near)
  return (
    <Form className={styles.choice} role="search" aria-label="Quali annunci">
      <ComboboxField
        label="Vicino a (comune)"
        name="near"
        value={place}
        onChange={setPlace}
        find={findPlaces}
        onPick={({ place: { name, province } }) => setPlace(`${name} (${province})`)}
        maxLength={MAX_PLACE_NAME}
        enterKeyHint="search"
      />
      <SelectField label="Entro" name="km" defaultValue={km}>
        {DISTANCES.map((distance) => (
          <option key={distance} value={distance}>
            {distance} km
          </option>
        ))}
      </SelectField>
      <SelectField label="Foglio" name="formato" defaultValue={format}>
        {Object.entries(FORMATS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button type="submit" kind="outlined" disabled={isLoading}>
        {isLoading ? 'Preparo…' : 'Prepara'}
      </Button>
    </Form>
  )
}

/** All current listings as a booklet to print. */
export default function Pages() {
  const { listings, isWhole, failure, area, format, at } = useLoaderData<typeof clientLoader>()
  const site = useSite()
  return (
    <PanelPage title={TITLE}>
      <div className={`${styles.tools} on-screen`}>
        <p>Tutti gli annunci di adesso su carta, per chi non usa il telefono: con indice, numeri e codici QR.</p>
        <Choice key={`${area.near} ${area.km} ${format}`} area={area} format={format} />
        {failure && <Alert>{failure}</Alert>}
        {!isWhole && (
          <p>Gli annunci sono molti: qui ci sono i {MOST_LISTINGS} più nuovi. Scegli una zona più piccola.</p>
        )}
        {listings.length > 0 && (
          <p>Per avere i numeri di pagina stampa con Chrome o Edge: altri browser possono non metterli.</p>
        )}
        {listings.length > 0 && (
          <Button onClick={() => window.print()}>
            Stampa {listings.length === 1 ? 'un annuncio' : `${listings.length} annunci`}
          </Button>
        )}
      </div>
      {site && listings.length > 0 && (
        <Booklet chapters={toChapters(listings)} site={site} area={area} format={format} at={at} />
      )}
      {listings.length === 0 && !failure && (
        <EmptyState title="Nessun annuncio qui">Prova un’altra zona, o una più grande.</EmptyState>
      )}
    </PanelPage>
  )
}
