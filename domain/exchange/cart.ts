// Contents and totals of a cart, computed by the same code in browser and server. Must not import zod: browsers load this file.

import { fromHundredths, type Hundredths, toHundredths } from '#domain/base/money.ts'
import { onlyFrom } from '#domain/exchange/order-messages.ts'
import { canBeTogether, hasStock, KINDS, kindOf, needsAddress, showsPrice } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'

/** An item as stored in localStorage under `cartItems`; prices in VAL and euro, not in hundredths. */
export type CartItem = {
  product: string
  name: string
  image: string[]
  priceVal: number
  priceEuro: number
  countInStock: number
  seller: { _id: string; seller: { name: string } }
  section: Section
  isService: boolean
  delivery: string
  qty: number
}

type ListingType = { section: Section; isService: boolean }
type Priced = ListingType & { delivery: string; priceVal: number; priceEuro: number; qty: number }

export type Totals = {
  itemsPriceVal: number
  itemsPriceEuro: number
  shippingPrice: number
  totalPriceVal: number
  totalPriceEuro: number
}

const FREE_SHIPPING_OVER: Hundredths = 100_00
const SHIPPING_FEE: Hundredths = 10_00

export const maxQuantity = (item: ListingType & { countInStock: number }): number =>
  hasStock(item) ? item.countInStock : 1

/** Price of one piece: 0 in sections without prices. */
export const unitPrice = (item: ListingType & { priceVal: number; priceEuro: number }) =>
  showsPrice(item.section) ? { priceVal: item.priceVal, priceEuro: item.priceEuro } : { priceVal: 0, priceEuro: 0 }

/** The parties agree on the shipping fee, so the totals do not include it. */
export const totalsInHundredths = (items: readonly Priced[]): Totals => {
  const sum = (price: (item: Priced) => Hundredths) => items.reduce((all, item) => all + price(item) * item.qty, 0)
  const itemsPriceVal = sum((item) => unitPrice(item).priceVal)
  const itemsPriceEuro = sum((item) => unitPrice(item).priceEuro)
  const hasShippingFee = needsAddress(items) && itemsPriceEuro <= FREE_SHIPPING_OVER
  return {
    itemsPriceVal,
    itemsPriceEuro,
    shippingPrice: hasShippingFee ? SHIPPING_FEE : 0,
    totalPriceVal: itemsPriceVal,
    totalPriceEuro: itemsPriceEuro,
  }
}

/** Converts totals from hundredths to VAL and euro. */
export const inWholeUnits = (totals: Totals): Totals => ({
  itemsPriceVal: fromHundredths(totals.itemsPriceVal),
  itemsPriceEuro: fromHundredths(totals.itemsPriceEuro),
  shippingPrice: fromHundredths(totals.shippingPrice),
  totalPriceVal: fromHundredths(totals.totalPriceVal),
  totalPriceEuro: fromHundredths(totals.totalPriceEuro),
})

export const cartTotals = (items: readonly CartItem[]): Totals =>
  inWholeUnits(
    totalsInHundredths(
      items.map((item) => ({
        ...item,
        priceVal: toHundredths(item.priceVal),
        priceEuro: toHundredths(item.priceEuro),
      })),
    ),
  )

export const totalOf = (items: readonly CartItem[]): { val: number; euro: number } => {
  const { totalPriceVal: val, totalPriceEuro: euro } = cartTotals(items)
  return { val, euro }
}

export const cartKind = (items: readonly { section: Section }[]): Section => kindOf(items.map(({ section }) => section))

/** Whether the items cost something and the requester pays: only then does the checkout have a payment step. */
export const requesterPays = (items: readonly CartItem[]): boolean => {
  const { totalPriceVal, totalPriceEuro } = cartTotals(items)
  return KINDS[cartKind(items)].payer === 'requester' && totalPriceVal + totalPriceEuro > 0
}

/** The most that the owner of a «Cerco» pays, up to which the requester asks for a sum; undefined for others. */
export const ceilingOf = (items: readonly CartItem[]): { val: number; euro: number } | undefined => {
  const total = totalOf(items)
  return cartKind(items) === 'cerco' && total.val + total.euro > 0 ? total : undefined
}

/** Adds an item or replaces the one of the same listing. An order has one seller and one direction. */
export const addToCart = (
  items: readonly CartItem[],
  item: CartItem,
): { items: CartItem[]; error?: undefined } | { items?: undefined; error: string } => {
  const [first] = items
  const sections = [...items.filter(({ product }) => product !== item.product), item].map(({ section }) => section)
  if (first && (first.seller._id !== item.seller._id || !canBeTogether(sections)))
    return { error: onlyFrom(first.seller.seller.name) }
  const isInCart = items.some(({ product }) => product === item.product)
  return { items: isInCart ? items.map((old) => (old.product === item.product ? item : old)) : [...items, item] }
}

export const removeFromCart = (items: readonly CartItem[], product: string): CartItem[] =>
  items.filter((item) => item.product !== product)
