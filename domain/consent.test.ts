import { expect, test } from 'vitest'
import { consentCookie, findConsent } from '#domain/consent.ts'

test('a yes is kept for 150 days and a no for 180', () => {
  expect(consentCookie('yes', false)).toContain('Max-Age=12960000;')
  expect(consentCookie('no', true)).toMatch(/Max-Age=15552000;.*; Secure$/)
})

test('an answer is found among other cookies, and only an answer we wrote', () => {
  expect(findConsent('a=1; piazza_consenso=no; b=2')).toBe('no')
  expect(findConsent('altro_piazza_consenso=yes')).toBeUndefined()
  expect(findConsent('piazza_consenso=forse')).toBeUndefined()
})
