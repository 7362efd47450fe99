import type { Hundredths } from '#domain/base/money.ts'

// The token's arithmetic (token/contracts/Evaporation.sol), to preview a round.
/** In percent. */
export const RATE = 6
const THRESHOLD = 100
const MIN_BALANCE_LEFT = 100

/** Amount a round burns: nothing up to 1 VAL, otherwise 6 % rounded down, leaving at least 1 VAL. */
export const evaporationOf = (balance: Hundredths): Hundredths => {
  if (balance <= THRESHOLD) return 0
  return Math.min(Math.floor((balance * RATE) / 100), balance - MIN_BALANCE_LEFT)
}
