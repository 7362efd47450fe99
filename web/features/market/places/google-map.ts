/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { type FoundPlace, type MapSource, type Point, ZOOM } from '#web/features/market/places/map-source.ts'

const PLACE_FIELDS = ['id', 'displayName', 'formattedAddress', 'location', 'addressComponents']
const MAX_RESULTS = 5

// The first component of one of these kinds.
const addressPart = (place: google.maps.places.Place, ...kinds: string[]): string =>
  place.addressComponents?.find(({ types }) => kinds.some((kind) => types.includes(kind)))?.longText ?? ''

const toFoundPlace = (place: google.maps.places.Place, { lat, lng }: Point): FoundPlace => ({
  id: place.id,
  lat,
  lng,
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
    return places.flatMap((place) => (place.location ? toFoundPlace(place, place.location.toJSON()) : []))
  }
  return {
    search,
    // The text search also accepts coordinates.
    async placeAt({ lat, lng }) {
      const [found] = await search(`${lat},${lng}`)
      return found && { ...found, lat, lng }
    },
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
