import type { Hundredths } from '#domain/base/money.ts'
import type { Chain } from '#server/val/chain/client.ts'

const FRESH_MS = 3_000
const MAX_CACHED = 10_000

type Cached = { reading: Promise<Hundredths>; until: number }

/** Balances, cached for three seconds; concurrent requests share one call to the chain. */
export const makeBalances = (chain: Chain, now = () => performance.now()) => {
  const cached = new Map<string, Cached>()
  return {
    of(account: string): Promise<Hundredths> {
      const found = cached.get(account)
      if (found && found.until > now()) return found.reading
      const reading = chain.balanceOf(account)
      if (cached.size >= MAX_CACHED) cached.clear()
      cached.set(account, { reading, until: now() + FRESH_MS })
      // Errors are not cached.
      reading.catch(() => cached.delete(account))
      return reading
    },
    invalidate(...accounts: string[]): void {
      for (const account of accounts) cached.delete(account)
    },
  }
}
