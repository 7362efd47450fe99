const isLong = process.env.SIEGE === 'long'

/** How much a part of the siege tries: little in every run of the tests, much when it is asked for. */
export const size = (short: number, long: number): number => (isLong ? long : short)
