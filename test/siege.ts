const isLong = process.env.SIEGE === 'long'

/** The size of a test: `short` as part of `npm run test:all`, `long` in `npm run siege`. */
export const size = (short: number, long: number): number => (isLong ? long : short)

/** Only stops what hangs: how fast something was is told in the report, because it depends on the machine. */
export const HANGING_MS = 60_000
