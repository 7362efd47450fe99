import { expect, test } from 'vitest'
import { evaporationOf } from '#domain/evaporation.ts'

test.each([
  [0, 0],
  [100, 0],
  [101, 1],
  [106, 6],
  [107, 6],
  [10_000, 600],
  [9_999, 599],
])('a round takes from %i hundredths %i', (balance, taken) => {
  expect(evaporationOf(balance)).toBe(taken)
})
