// Who buys what in the tests that kill the server: it follows from a deal's number, so that the end can be told beforehand.
import { SUPPLY, walletOf } from '#test/faults/chain-plan.ts'

export const SHOP_SECRET = 'a secret that only tests know, and never leaves them'
export const BUYERS = 3
export const PRICE = 5_00
// Enough for the longest siege.
export const START = 10_000_00
export const LISTING = '00000000-0000-7000-8000-0000000000aa'

/** Buyers are the first people, the seller comes after them. */
export const person = (number: number) => ({ ...walletOf(number, SHOP_SECRET), username: `PERSONA ${number}` })
export const SELLER = person(BUYERS)

export type Shop = {
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

/** What is left when every deal was made once, from payment to handover. */
export const expectedShop = (deals: number): Shop => {
  const spent = (buyer: number) => Math.floor((deals + BUYERS - 1 - buyer) / BUYERS) * PRICE
  return {
    orders: deals,
    delivered: deals,
    linked: deals,
    payments: deals,
    transfers: deals,
    unconfirmed: 0,
    stock: 0,
    mails: 2 * deals,
    balances: [...Array.from({ length: BUYERS }, (_, buyer) => START - spent(buyer)), deals * PRICE],
    supply: SUPPLY,
  }
}
