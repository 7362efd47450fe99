import type { Hundredths } from '#domain/money.ts'

// The token's arithmetic of a round, for showing beforehand what it will take.
const RATE = 6
const THRESHOLD = 100
const FLOOR = 100

/** What a round takes from a balance: nothing up to 1 VAL, else 6 % rounded down, never leaving less than 1 VAL. */
export const evaporationOf = (balance: Hundredths): Hundredths => {
  if (balance <= THRESHOLD) return 0
  return Math.min(Math.floor((balance * RATE) / 100), balance - FLOOR)
}
