import { expect, test } from 'vitest'
import { clustersOf, marksOf } from '#web/features/market/places/clusters.ts'

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

test('comuni too near to tell apart share a mark, which separates when the map is enlarged', () => {
  const places = clustersOf([
    at('a', 'Chieri', 45),
    at('b', 'Pecetto', 45.1),
    at('c', 'Pecetto', 45.1),
    at('d', 'Ivrea', 46),
  ])
  const namesAt = (pixelsPerDegree: number) =>
    marksOf(places, ({ lat, lng }) => ({ x: lng * pixelsPerDegree, y: lat * pixelsPerDegree }), 40).map((mark) =>
      mark.places.map(({ name }) => name),
    )
  expect(namesAt(100)).toEqual([['Pecetto', 'Chieri'], ['Ivrea']])
  expect(namesAt(1000)).toEqual([['Pecetto'], ['Chieri'], ['Ivrea']])
})
