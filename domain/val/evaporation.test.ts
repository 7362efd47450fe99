import { expect, test } from 'vitest'
import { evaporationOf } from '#domain/val/evaporation.ts'

test.each([
  [0, 0],
  [100, 0],
  [101, 1],
  [106, 6],
  [107, 6],
  [10_000, 600],
  [9_999, 599],
])('of %i hundredths a round burns %i', (balance, burned) => {
  expect(evaporationOf(balance)).toBe(burned)
})
