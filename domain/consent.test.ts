import { expect, test } from 'vitest'
import { consentCookie, findConsent } from '#domain/consent.ts'

test('consent is stored for 150 days, refusal for 180', () => {
  expect(consentCookie('yes', false)).toContain('Max-Age=12960000;')
  expect(consentCookie('no', true)).toMatch(/Max-Age=15552000;.*; Secure$/)
})

test('the answer is found among other cookies, and unknown values are ignored', () => {
  expect(findConsent('a=1; piazza_consenso=no; b=2')).toBe('no')
  expect(findConsent('altro_piazza_consenso=yes')).toBeUndefined()
  expect(findConsent('piazza_consenso=forse')).toBeUndefined()
})
