import type { Hundredths } from '#domain/money.ts'
import type { Chain } from '#server/chain/client.ts'

const FRESH_MS = 3_000
const REMEMBERED = 10_000

type Known = { reading: Promise<Hundredths>; until: number }

/** Balances as they were a moment ago: those who ask at the same time share one question to the chain. */
export const makeBalances = (chain: Chain, now: () => number = Date.now) => {
  const known = new Map<string, Known>()
  return {
    of(account: string): Promise<Hundredths> {
      const found = known.get(account)
      if (found && found.until > now()) return found.reading
      const reading = chain.balanceOf(account)
      if (known.size >= REMEMBERED) known.clear()
      known.set(account, { reading, until: now() + FRESH_MS })
      // What failed is not remembered.
      reading.catch(() => known.delete(account))
      return reading
    },
    forget(...accounts: string[]): void {
      for (const account of accounts) known.delete(account)
    },
  }
}
