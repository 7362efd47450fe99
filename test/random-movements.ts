import type { TokenEvent } from '#server/val/chain/token-events.ts'

/** Pseudo-random numbers from 0 to below 1, the same for the same seed (mulberry32). */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ZERO = `0x${'0'.repeat(40)}`
const accountOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`

/** A town of members who move VAL at random, with rounds, emissions and gifts; the events are those of the token. */
export const aTown = ({ members, treasury, seed }: { members: number; treasury: string; seed: number }) => {
  const next = random(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  const accounts = Array.from({ length: members }, (_, index) => accountOf(index + 1))
  const balances = new Map<string, number>()
  const totals = { issued: 0, evaporated: 0, exchanged: 0, returned: 0, burned: 0 }
  let block = 0

  const balanceOf = (account: string): number => balances.get(account) ?? 0
  const change = (account: string, amount: number) => balances.set(account, balanceOf(account) + amount)
  const sourceAt = (at: Date, logIndex: number) => ({ block, logIndex, transactionHash: `0x${block.toString(16)}`, at })

  const transfer = (at: Date, from: string, to: string, amount: number): TokenEvent[] => {
    if (from === ZERO) totals.issued += amount
    else change(from, -amount)
    change(to, amount)
    if (to === ZERO) totals.burned += amount
    else if (to === treasury) totals.returned += amount
    else if (from !== treasury && from !== ZERO) totals.exchanged += amount
    block++
    return [{ ...sourceAt(at, 0), name: 'moved', from, to, amount }]
  }

  const mint = (at: Date, amount: number): TokenEvent[] => {
    totals.issued += amount
    change(treasury, amount)
    block++
    return [{ ...sourceAt(at, 0), name: 'minted', to: treasury, amount }]
  }

  /** Takes 6 % of each balance above 1 VAL, and leaves at least 1 VAL. */
  const round = (at: Date): TokenEvent[] => {
    block++
    return [treasury, ...[...balances.keys()].filter((account) => account !== treasury)].map((from, index) => {
      const before = balanceOf(from)
      const isCut = from !== treasury && before > 100
      const balance = isCut ? Math.max(100, before - Math.floor((before * 6) / 100)) : before
      if (from !== ZERO) totals.evaporated += before - balance
      balances.set(from, balance)
      return { ...sourceAt(at, index), name: 'evaporated', from, balance }
    })
  }

  return {
    accounts,
    balances,
    totals,
    transfer,
    round,
    below,
    /** The initial supply, and the same gift for everybody. */
    begin: (at: Date, gift: number): TokenEvent[] => [
      ...transfer(at, ZERO, treasury, 800_000_000),
      ...accounts.flatMap((account) => transfer(at, treasury, account, gift)),
    ],
    /** A movement at random: mostly a payment of a whole or half VAL, now and then a gift, a return, an emission or a round. */
    move(at: Date): TokenEvent[] {
      const [from = '', to = ''] = [accounts[below(members)], accounts[below(members)]]
      const what = next()
      if (what < 0.001) return round(at)
      if (what < 0.003) return mint(at, 100 * (1 + below(500)))
      if (what < 0.03) return transfer(at, treasury, to, 10_000)
      const amount = Math.min(balanceOf(from), 50 * (1 + below(60)))
      if (amount === 0) return []
      if (what < 0.05) return transfer(at, from, treasury, amount)
      return transfer(at, from, what < 0.051 ? ZERO : to, amount)
    },
  }
}
