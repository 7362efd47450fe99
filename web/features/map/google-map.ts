/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { type FoundPlace, type MapSource, ZOOM } from '#web/features/map/map-source.ts'

const PLACE_FIELDS = ['id', 'displayName', 'formattedAddress', 'location', 'addressComponents']
const MAX_RESULTS = 5

// The first component of one of these kinds.
const addressPart = (place: google.maps.places.Place, ...kinds: string[]): string =>
  place.addressComponents?.find(({ types }) => kinds.some((kind) => types.includes(kind)))?.longText ?? ''

const toFoundPlace = (place: google.maps.places.Place): FoundPlace => ({
  id: place.id,
  lat: place.location?.lat() ?? 0,
  lng: place.location?.lng() ?? 0,
  address: place.formattedAddress ?? '',
  name: place.displayName ?? '',
  vicinity: [addressPart(place, 'administrative_area_level_2'), addressPart(place, 'administrative_area_level_1')]
    .filter(Boolean)
    .join(', '),
  street: [addressPart(place, 'route'), addressPart(place, 'street_number')].filter(Boolean).join(' '),
  city: addressPart(place, 'locality', 'administrative_area_level_3'),
  postalCode: addressPart(place, 'postal_code'),
})

/** Google Maps and Places, if an API key is configured. */
export const googleMap = (key: string): MapSource => {
  setOptions({ key, v: 'quarterly', language: 'it', region: 'IT' })
  const search: MapSource['search'] = async (text) => {
    if (text.trim() === '') return []
    const { Place } = await importLibrary('places')
    const { places } = await Place.searchByText({ textQuery: text, fields: PLACE_FIELDS, maxResultCount: MAX_RESULTS })
    return places.map(toFoundPlace)
  }
  return {
    search,
    // The text search also accepts coordinates.
    placeAt: async ({ lat, lng }) => (await search(`${lat},${lng}`))[0],
    async draw(element, centre, onClick) {
      const [{ Map: GoogleMap }, { Marker }] = await Promise.all([importLibrary('maps'), importLibrary('marker')])
      const map = new GoogleMap(element, { center: centre, zoom: ZOOM })
      const marker = new Marker({ map })
      map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => latLng && onClick(latLng.toJSON()))
      return {
        show(point) {
          marker.setPosition(point)
          map.panTo(point)
        },
        remove: () => element.replaceChildren(),
      }
    },
  }
}
