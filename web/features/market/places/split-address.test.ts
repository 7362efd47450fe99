import { expect, test } from 'vitest'
import { splitAddress } from '#web/features/market/places/split-address.ts'

test('splits street and comune, or takes a comune alone', () => {
  expect(splitAddress('Via Roma 12, Torino')).toEqual({ street: 'Via Roma 12', place: 'Torino' })
  expect(splitAddress(' Pinerolo ')).toEqual({ street: '', place: 'Pinerolo' })
})

test('reads addresses as the map formats them', () => {
  expect(splitAddress('Via Roma 12, scala B, 10064 Pinerolo (TO)')).toEqual({
    street: 'Via Roma 12, scala B',
    place: 'Pinerolo',
  })
})
