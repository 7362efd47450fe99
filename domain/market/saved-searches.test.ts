import { expect, test } from 'vitest'
import { describeSearch } from '#domain/market/saved-searches.ts'

test('a search is described in words, with its lowest rating in the singular or plural', () => {
  expect(describeSearch({ name: 'bici', rating: '1' })).toBe('bici · almeno una stella')
  expect(describeSearch({ name: 'bici', rating: '4', free: '1' })).toBe('bici · almeno 4 stelle · solo gratis')
})
