import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber } from '#domain/base/numbers.ts'

test('numbers are written as Intl writes Italian ones', () => {
  const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
  const twoDecimals = new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }), (value) => {
      expect(formatNumber(value)).toBe(whole.format(value))
      expect(formatNumber(value / 100, 2)).toBe(twoDecimals.format(value / 100))
    }),
  )
  expect(formatNumber(1234.5, 2)).toBe('1.234,50')
})
