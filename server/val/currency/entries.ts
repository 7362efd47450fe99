import type { Hundredths } from '#domain/base/money.ts'
import type { TokenEvent } from '#server/val/chain/token-events.ts'

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** An event with its amount and the balances after it; `from` or `to` is empty if it has no sender or recipient. */
export type TokenEntry = {
  block: number
  logIndex: number
  transactionHash: string
  at: Date
  kind: 'mint' | 'transfer' | 'evaporation'
  from: string
  to: string
  amount: Hundredths
  fromBalance: Hundredths
  toBalance: Hundredths
}

/** Applies the events to `balances`, one after the other. */
export const applyEvents = (events: TokenEvent[], balances: Map<string, Hundredths>): TokenEntry[] => {
  const change = (account: string, amount: Hundredths): Hundredths => {
    const balance = (balances.get(account) ?? 0) + amount
    balances.set(account, balance)
    return balance
  }
  const mint = (to: string, amount: Hundredths) =>
    ({ kind: 'mint', from: '', to, amount, fromBalance: 0, toBalance: change(to, amount) }) as const

  return events.map((event): TokenEntry => {
    const { block, logIndex, transactionHash, at } = event
    const source = { block, logIndex, transactionHash, at }
    if (event.name === 'minted') return { ...source, ...mint(event.to, event.amount) }
    if (event.name === 'evaporated') {
      const { from, balance } = event
      const amount = (balances.get(from) ?? 0) - balance
      return { ...source, kind: 'evaporation', from, to: '', amount, fromBalance: change(from, -amount), toBalance: 0 }
    }
    const { from, to, amount } = event
    // The token's first event: the initial supply.
    if (from === ZERO_ADDRESS) return { ...source, ...mint(to, amount) }
    const [fromBalance, toBalance] = [change(from, -amount), change(to, amount)]
    return { ...source, kind: 'transfer', from, to, amount, fromBalance, toBalance }
  })
}
