import { expect, test } from 'vitest'
import { resultCount } from '#web/features/market/listings/search/result-count.ts'

test('a total that may be higher is a minimum', () => {
  expect(resultCount({ total: 0, isAtLeast: true })).toBe('0 annunci')
  expect(resultCount({ total: 1, isAtLeast: false })).toBe('1 annuncio')
  expect(resultCount({ total: 84, isAtLeast: false })).toBe('84 annunci')
  expect(resultCount({ total: 2400, isAtLeast: true })).toBe('almeno 2.400 annunci')
})
