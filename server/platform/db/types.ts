import pg from 'pg'

const BIGINT = 20

// Counts and hundredths stay far below 2^53; a larger value is an error, not to be rounded.
const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} cannot be represented exactly as a number`)
  return value
}

/** How columns become JavaScript values, where pg's own way is not ours. */
export const types = new pg.TypeOverrides()
types.setTypeParser(BIGINT, parseBigint)
