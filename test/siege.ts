const isLong = process.env.SIEGE === 'long'

/** The size of a test: `short` as part of `npm test`, `long` in `npm run siege`. */
export const size = (short: number, long: number): number => (isLong ? long : short)

/** A time limit: strict in `npm run siege`; in `npm test` other tests compete for the processor, and it catches what hangs. */
export const limitMs = (strict: number): number => size(4 * strict, strict)
