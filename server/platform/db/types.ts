import pg from 'pg'

const BIGINT = 20

// Counts and hundredths stay far below 2^53; a larger value is an error and must not be rounded.
const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} cannot be represented exactly as a number`)
  return value
}

/** Overrides pg's default conversion of columns to JavaScript values. */
export const types = new pg.TypeOverrides()
types.setTypeParser(BIGINT, parseBigint)
