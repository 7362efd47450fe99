// What a cart may hold and what it comes to; the screens and the server reckon alike. No validator here: browsers load this.
import { hasStock, type Section, showsPrice } from '#domain/listings.ts'
import { fromHundredths, type Hundredths, toHundredths } from '#domain/money.ts'

/** An item as the browser keeps it under `cartItems`; prices as shown, in VAL and euro. */
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
  qty: number
}

type Kind = { section: Section; isService: boolean }
type Priced = Kind & { priceVal: number; priceEuro: number; qty: number }

export type Totals = {
  itemsPriceVal: number
  itemsPriceEuro: number
  shippingPrice: number
  totalPriceVal: number
  totalPriceEuro: number
}

const FREE_SHIPPING_OVER: Hundredths = 100_00
const SHIPPING_FEE: Hundredths = 10_00

export const allServices = (items: readonly { isService: boolean }[]): boolean =>
  items.length > 0 && items.every((item) => item.isService)

/** How many of it one may ask for at once. */
export const mostOf = (item: Kind & { countInStock: number }): number => (hasStock(item) ? item.countInStock : 1)

/** What one of it counts for: nothing where no price is shown. */
export const priceIn = <T extends Kind & { priceVal: number; priceEuro: number }>(item: T) =>
  showsPrice(item.section) ? { priceVal: item.priceVal, priceEuro: item.priceEuro } : { priceVal: 0, priceEuro: 0 }

/** In hundredths, from prices in hundredths. The shipping fee is agreed by the parties and so in no total. */
export const totalsOf = (items: readonly Priced[]): Totals => {
  const sum = (price: (item: Priced) => Hundredths) => items.reduce((all, item) => all + price(item) * item.qty, 0)
  const itemsPriceVal = sum((item) => priceIn(item).priceVal)
  const itemsPriceEuro = sum((item) => priceIn(item).priceEuro)
  const isShipped = !allServices(items) && itemsPriceEuro <= FREE_SHIPPING_OVER
  return {
    itemsPriceVal,
    itemsPriceEuro,
    shippingPrice: isShipped ? SHIPPING_FEE : 0,
    totalPriceVal: itemsPriceVal,
    totalPriceEuro: itemsPriceEuro,
  }
}

/** Totals in VAL and euro from amounts in hundredths. */
export const asShown = (totals: Totals): Totals => ({
  itemsPriceVal: fromHundredths(totals.itemsPriceVal),
  itemsPriceEuro: fromHundredths(totals.itemsPriceEuro),
  shippingPrice: fromHundredths(totals.shippingPrice),
  totalPriceVal: fromHundredths(totals.totalPriceVal),
  totalPriceEuro: fromHundredths(totals.totalPriceEuro),
})

/** The totals of a cart, in VAL and euro. */
export const cartTotals = (items: readonly CartItem[]): Totals =>
  asShown(
    totalsOf(
      items.map((item) => ({
        ...item,
        priceVal: toHundredths(item.priceVal),
        priceEuro: toHundredths(item.priceEuro),
      })),
    ),
  )

/** Adds an item, in place of one of the same listing; one order has one seller. */
export const addToCart = (
  items: readonly CartItem[],
  item: CartItem,
): { items: CartItem[]; error?: undefined } | { items?: undefined; error: string } => {
  const [first] = items
  if (first && first.seller._id !== item.seller._id)
    return { error: `Can't Add To Cart. Buy only from ${first.seller.seller.name} in this order` }
  const isThere = items.some(({ product }) => product === item.product)
  return { items: isThere ? items.map((old) => (old.product === item.product ? item : old)) : [...items, item] }
}

export const removeFromCart = (items: readonly CartItem[], product: string): CartItem[] =>
  items.filter((item) => item.product !== product)
