import { AppError } from '#domain/base/errors.ts'
import type { NearestQuery, Place } from '#domain/market/places.schema.ts'
import type { PlacesStore } from '#server/market/places/store.ts'

const MAX_PLACES = 8
const NO_COMUNE_NEAR = 'Nessun comune italiano è vicino a questo punto.'

export const makePlacesService = (store: PlacesStore) => ({
  locate: store.locate,

  search: (typed: string): Promise<Place[]> => store.search(typed, MAX_PLACES),

  async nearest(point: NearestQuery): Promise<Place> {
    const place = await store.nearest(point)
    if (!place) throw new AppError('notFound', NO_COMUNE_NEAR)
    return place
  },
})
