import leafletStyles from 'leaflet/dist/leaflet.css?url'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, redirectDocument, useLoaderData } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { readAddress, storeAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { leafletMap } from '#web/features/market/places/leaflet-map.ts'
import type { FoundPlace, MapSource } from '#web/features/market/places/map-source.ts'
import { PlacePicker } from '#web/features/market/places/place-picker.tsx'
import { documentUrl } from '#web/lib/page/document-url.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { useSite } from '#web/lib/site.ts'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'

const TITLE = 'Scegli sulla mappa'

export const meta: MetaFunction = () => privateMeta(TITLE)

// The CSP of most other pages refuses map tiles.
const wasOpenedHere = ({ pathname }: URL): boolean => (documentUrl()?.pathname ?? pathname) === pathname

const withKey = async (key: string): Promise<MapSource> =>
  (await import('#web/features/market/places/google-map.ts')).googleMap(key)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs): Promise<{ google?: MapSource }> => {
  requireMember(url)
  if (!wasOpenedHere(url)) throw redirectDocument(url.pathname)
  // Without a key OpenStreetMap is used.
  const key = await callAsVisitor('GET /api/config/google').catch(() => '')
  return key ? { google: await withKey(key) } : {}
}

export const HydrateFallback = () => (
  <Sheet title={TITLE}>
    <LoadingStatus />
    <Skeleton shape="field" />
    <Skeleton shape="box" count={2} />
  </Sheet>
)

const confirm = ({ id, lat, lng, address, name, vicinity, street, city, postalCode }: FoundPlace): void => {
  const point = { lat, lng, mapAddress: address, name, vicinity, googleAddressId: id }
  const typed = readAddress()
  // A street that was typed for another city does not apply.
  const isElsewhere = Boolean(typed.city) && typed.city !== city
  storeAddress({ ...point, ...((street || isElsewhere) && { address: street }), city, postalCode })
  // A full load, so that the next page gets its own stricter CSP.
  window.location.assign('/shipping?mappa')
}

export default function MapPage() {
  const { google } = useLoaderData<typeof clientLoader>()
  const site = useSite()
  const [source] = useState(() => google ?? leafletMap(site?.mapTiles ?? ''))
  return (
    <Sheet title={TITLE} lead="Indica dove consegnare: l’indirizzo si compila da solo.">
      <link rel="stylesheet" href={leafletStyles} precedence="default" />
      <PlacePicker source={source} onConfirm={confirm} />
    </Sheet>
  )
}
