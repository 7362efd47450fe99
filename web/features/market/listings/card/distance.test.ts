import { expect, test } from 'vitest'
import { distanceKm, distanceText } from '#web/features/market/listings/card/distance.ts'

test('the distance between two comuni is shown in whole kilometres, and none within one comune', () => {
  const torino = { lat: 45.0703, lng: 7.6869 }
  const pinerolo = { lat: 44.885, lng: 7.331 }
  expect(Math.round(distanceKm(torino, pinerolo))).toBe(35)
  expect(distanceText(distanceKm(torino, pinerolo))).toBe('a 35 km')
  expect(distanceText(distanceKm(torino, torino))).toBe('')
})
