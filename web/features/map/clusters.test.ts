import { expect, test } from 'vitest'
import { clustersOf } from '#web/features/map/clusters.ts'

const at = (_id: string, municipality: string, lat?: number) => ({
  _id,
  name: `Annuncio ${_id}`,
  municipality,
  city: 'Torino',
  position: lat === undefined ? null : { lat, lng: 7 },
})

test('listings of one comune are one mark, and those without a comune none', () => {
  const places = clustersOf([at('a', 'Chieri', 45), at('b', 'Ivrea', 46), at('c', 'Chieri', 45), at('d', '')])
  expect(places.map(({ name, listings }) => [name, listings.map(({ _id }) => _id)])).toEqual([
    ['Chieri', ['a', 'c']],
    ['Ivrea', ['b']],
  ])
})
