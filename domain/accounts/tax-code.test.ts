import { expect, test } from 'vitest'
import { isTaxCode } from '#domain/accounts/tax-code.ts'

test.each(['', 'RSSMRA80A01H501U', 'MRTMTT91D08F205J', '00743110157'])('«%s» is accepted as a tax code', (code) => {
  expect(isTaxCode(code)).toBe(true)
})

test.each([
  'RSSMRA80A01H501V',
  'RSSMRA80A01H501',
  'RSSMRA80Z01H501U',
  'rssmra80a01h501u',
  '00743110158',
  '1234567890123456',
])('«%s» is refused as a tax code', (code) => {
  expect(isTaxCode(code)).toBe(false)
})
