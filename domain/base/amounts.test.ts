import { expect, test } from 'vitest'
import { Amount, AmountOrZero, Val } from '#domain/base/amounts.schema.ts'
import { AMOUNT_MESSAGES } from '#domain/base/money.ts'

const { decimals, negative, notNumber, notPositive, tooLarge } = AMOUNT_MESSAGES

const problemWith = (schema: typeof Amount | typeof Val, amount: unknown): string | undefined =>
  schema.safeParse(amount).error?.issues[0]?.message

test.each([
  [Number.NaN, notNumber],
  [Number.POSITIVE_INFINITY, notNumber],
  ['12,50', notNumber],
  [null, notNumber],
  [1e-323, decimals],
  [0.004, decimals],
  [0.009999, decimals],
  [12.345, decimals],
  [0.010001, decimals],
  [1e30, tooLarge],
  [1_000_000.01, tooLarge],
])('%s is no amount, whether or not it may be zero', (amount, message) => {
  for (const schema of [Amount, AmountOrZero, Val]) expect(problemWith(schema, amount)).toBe(message)
})

test('only where nothing may be paid an amount may be zero, and none is negative', () => {
  expect(problemWith(Amount, 0)).toBe(notPositive)
  expect(problemWith(Amount, -5)).toBe(notPositive)
  expect(problemWith(AmountOrZero, -1e-9)).toBe(negative)
  expect(AmountOrZero.parse(0)).toBe(0)
})

test('whole hundredths are amounts, also as a sum of others', () => {
  expect([0.01, 12.5, 0.1 + 0.2, 999_999.99, 1_000_000].map((amount) => Amount.parse(amount))).toEqual([
    1, 12_50, 30, 999_999_99, 1_000_000_00,
  ])
  expect(Val.parse(0.1 + 0.2)).toBe(0.3)
})
