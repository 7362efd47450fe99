const isLong = process.env.SIEGE === 'long'

/** The size of a test: `short` as part of `npm test`, `long` in `npm run siege`. */
export const size = (short: number, long: number): number => (isLong ? long : short)
