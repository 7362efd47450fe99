import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { makeKeys } from '#server/val/wallet/keys.ts'

// Sender, recipient and amount are derived from the number of a transfer, so that the final balances are known.
export const PEOPLE = 5
export const START = 1_000_000
export const SUPPLY = 800_000_000

export const amountOf = (number: number): number => 101 + number

/** The balances after the given number of transfers; the treasury's is the last. */
export const expectedBalances = (transfers: number): number[] => {
  const balances = Array.from({ length: PEOPLE }, () => START)
  for (let number = 0; number < transfers; number++) {
    const [from, to] = [number % PEOPLE, (number + 1) % PEOPLE]
    balances[from] = (balances[from] ?? 0) - amountOf(number)
    balances[to] = (balances[to] ?? 0) + amountOf(number)
  }
  return [...balances, SUPPLY - PEOPLE * START]
}

/** The wallet of a person; the same in every process. */
export const walletOf = (person: number, secret: string) => {
  const memberId = `00000000-0000-7000-8000-${String(person).padStart(12, '0')}`
  const key = `0x${createHash('sha256').update(`person ${person}`).digest('hex')}` as const
  return { memberId, account: privateKeyToAccount(key).address, sealedKey: makeKeys(secret).seal(memberId, key) }
}
