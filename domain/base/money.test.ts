import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEuro, formatPrice, formatVal, fromHundredths, toHundredths, withoutZeros } from '#domain/base/money.ts'

test('amounts are formatted with two decimals in the Italian locale', () => {
  expect(formatVal(12.5)).toBe('12,50 VAL')
  expect(formatEuro(1234567.8)).toBe('1.234.567,80 €')
  expect(formatVal(0)).toBe('0,00 VAL')
})

test('converting hundredths to an amount and back is lossless', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_00 }),
      (hundredths) => toHundredths(fromHundredths(hundredths)) === hundredths,
    ),
  )
})

test('a price is the sum of its parts, without zeros', () => {
  expect(formatPrice({ val: 3, euro: 2.5 })).toBe('3 VAL + 2,50 €')
  expect(formatPrice({ val: 0, euro: 12 })).toBe('12 €')
  expect(formatPrice({ val: 0.5 })).toBe('0,50 VAL')
  expect(formatPrice({ val: 0, euro: 0 })).toBe('Gratis')
  expect([1000, 2.5, 0].map(withoutZeros)).toEqual(['1.000', '2,50', '0'])
})
