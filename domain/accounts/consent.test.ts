import { expect, test } from 'vitest'
import { consentCookie } from '#domain/accounts/consent.ts'

test('consent is stored for 150 days, refusal for 180', () => {
  expect(consentCookie('yes', false)).toContain('Max-Age=12960000;')
  expect(consentCookie('no', true)).toMatch(/Max-Age=15552000;.*; Secure$/)
})
