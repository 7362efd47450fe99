import { expect, test } from 'vitest'
import { wholeNumber } from '#domain/base/query-parameters.ts'

test('a whole number is accepted up to its limit, and the refusal names the limits', () => {
  const anySafe = wholeNumber(0, Number.MAX_SAFE_INTEGER)
  expect(anySafe.parse('1234567890')).toBe(1_234_567_890)
  expect(anySafe.parse(String(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
  expect(wholeNumber(1, 60).safeParse('1234567890').error?.issues[0]?.message).toBe('Serve un numero da 1 a 60.')
  for (const text of ['-1', '1.5', '1e3', '', '9007199254740993']) expect(anySafe.safeParse(text).success).toBe(false)
})
