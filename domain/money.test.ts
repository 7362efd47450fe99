import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEuro, formatVal, fromHundredths, toHundredths } from '#domain/money.ts'

test('amounts are shown with two decimals, as Italians write them', () => {
  expect(formatVal(12.5)).toBe('12,50 VAL')
  expect(formatEuro(1234567.8)).toBe('1.234.567,80 €')
  expect(formatVal(0)).toBe('0,00 VAL')
})

test('a hundredth is never lost between what is stored and what is sent', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), (raw) => toHundredths(fromHundredths(raw)) === raw))
})
