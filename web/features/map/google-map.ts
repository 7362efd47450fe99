/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { type FoundPlace, type MapSource, ZOOM } from '#web/features/map/map-source.ts'

const FIELDS = ['id', 'displayName', 'formattedAddress', 'location', 'addressComponents']
const MOST = 5

const part = (place: google.maps.places.Place, ...kinds: string[]): string =>
  place.addressComponents?.find(({ types }) => kinds.some((kind) => types.includes(kind)))?.longText ?? ''

const toFound = (place: google.maps.places.Place): FoundPlace => ({
  id: place.id,
  lat: place.location?.lat() ?? 0,
  lng: place.location?.lng() ?? 0,
  address: place.formattedAddress ?? '',
  name: place.displayName ?? '',
  vicinity: [part(place, 'administrative_area_level_2'), part(place, 'administrative_area_level_1')]
    .filter(Boolean)
    .join(', '),
  street: [part(place, 'route'), part(place, 'street_number')].filter(Boolean).join(' '),
  city: part(place, 'locality', 'administrative_area_level_3'),
  postalCode: part(place, 'postal_code'),
})

/** Google Maps and Places, if an API key is configured. */
export const googleMap = (key: string): MapSource => {
  setOptions({ key, v: 'quarterly', language: 'it', region: 'IT' })
  const search: MapSource['search'] = async (text) => {
    if (text.trim() === '') return []
    const { Place } = await importLibrary('places')
    const { places } = await Place.searchByText({ textQuery: text, fields: FIELDS, maxResultCount: MOST })
    return places.map(toFound)
  }
  return {
    search,
    placeAt: async ({ lat, lng }) => (await search(`${lat},${lng}`))[0],
    async draw(element, centre, onPress) {
      const [{ Map: GoogleMap }, { Marker }] = await Promise.all([importLibrary('maps'), importLibrary('marker')])
      const map = new GoogleMap(element, { center: centre, zoom: ZOOM })
      const mark = new Marker({ map })
      map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => latLng && onPress(latLng.toJSON()))
      return {
        show(point) {
          mark.setPosition(point)
          map.panTo(point)
        },
        remove: () => element.replaceChildren(),
      }
    },
  }
}
