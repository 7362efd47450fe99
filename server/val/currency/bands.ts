import type { Hundredths } from '#domain/base/money.ts'

// Each band is 4 % wide, so that it contains few different balances.
const BANDS_PER_DOUBLING = 16
const ONE_VAL = 100

/** The band that ends at 1 VAL: a round takes nothing from balances up to it. */
export const LAST_SPARED_BAND = 0

export const bandOf = (balance: Hundredths): number => Math.ceil(BANDS_PER_DOUBLING * Math.log2(balance / ONE_VAL)) || 0

export type Count = { holders: number; held: number }

/** How the number of holders of each balance, and of each band, changes when balances change. */
export const countChanges = (changes: { before: Hundredths; after: Hundredths }[]) => {
  const balances = new Map<Hundredths, number>()
  const bands = new Map<number, Count>()
  const count = (balance: Hundredths, holders: 1 | -1) => {
    if (balance <= 0) return
    balances.set(balance, (balances.get(balance) ?? 0) + holders)
    const band = bands.get(bandOf(balance)) ?? { holders: 0, held: 0 }
    bands.set(bandOf(balance), { holders: band.holders + holders, held: band.held + holders * balance })
  }
  for (const { before, after } of changes) {
    count(before, -1)
    count(after, 1)
  }
  return { balances, bands }
}
