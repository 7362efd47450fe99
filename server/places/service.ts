import { AppError } from '#domain/errors.ts'
import type { NearestQuery, Place } from '#domain/places.schema.ts'
import type { PlacesStore } from '#server/places/store.ts'

const PLACES_AT_MOST = 8
const NOBODY_THERE = 'Nessun comune italiano è vicino a questo punto.'

export type PlacesService = ReturnType<typeof makePlacesService>

export const makePlacesService = (store: PlacesStore) => ({
  search: (typed: string): Promise<Place[]> => store.search(typed, PLACES_AT_MOST),

  async nearest(point: NearestQuery): Promise<Place> {
    const place = await store.nearest(point)
    if (!place) throw new AppError('missing', NOBODY_THERE)
    return place
  },
})
