// Buyers and prices are derived from the number of a trade, so that the final totals are known.
import { SUPPLY, walletOf } from '#test/faults/chain-plan.ts'

export const SECRET = 'a secret that only tests know, and never leaves them'
export const BUYERS = 3
export const PRICE = 5_00
// Enough for the longest run.
export const START = 10_000_00
export const LISTING = '00000000-0000-7000-8000-0000000000aa'

/** Buyers have the first numbers, the seller the next one. */
export const person = (number: number) => ({ ...walletOf(number, SECRET), username: `PERSONA ${number}` })
export const SELLER = person(BUYERS)

/** The token of the session that the server of these tests begins for each person. */
export const tokenOf = (memberId: string): string => `token-of-${memberId}`

export type Totals = {
  orders: number
  delivered: number
  linked: number
  payments: number
  transfers: number
  unconfirmed: number
  stock: number
  mails: number
  balances: number[]
  supply: number
}

/** The totals after every trade was made once, from payment to delivery. */
export const expectedTotals = (trades: number): Totals => {
  const spent = (buyer: number) => Math.floor((trades + BUYERS - 1 - buyer) / BUYERS) * PRICE
  return {
    orders: trades,
    delivered: trades,
    linked: trades,
    payments: trades,
    transfers: trades,
    unconfirmed: 0,
    stock: 0,
    // The request, its copy, the VAL sent, the payment received and the delivery.
    mails: 5 * trades,
    balances: [...Array.from({ length: BUYERS }, (_, buyer) => START - spent(buyer)), trades * PRICE],
    supply: SUPPLY,
  }
}
