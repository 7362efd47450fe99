const isLong = process.env.SIEGE === 'long'

/** The size of a test: `short` as part of `npm run test:all`, `long` in `npm run siege`. */
export const size = (short: number, long: number): number => (isLong ? long : short)

// Only stops what hangs.
const SHORT_LIMIT_MS = 60_000

/** A limit that a person would notice: measured in `npm run siege`; the short form runs on machines of any speed. */
export const limitMs = (strict: number): number => size(Math.max(SHORT_LIMIT_MS, 4 * strict), strict)
