import { MESSAGES } from '#domain/base/errors.ts'
import { addToCart, type CartItem, maxQuantity } from '#domain/exchange/cart.ts'
import { noPlacesLeft, ORDER_MESSAGES, soldOut } from '#domain/exchange/order-messages.ts'
import { KINDS } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { ApiError, callAsVisitor } from '#web/client.ts'
import { cartItems } from '#web/features/exchange/cart/cart-count.ts'
import { isPaid } from '#web/features/exchange/cart/checkout.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

// localStorage may contain anything; an invalid item would break the page at every visit, so it is dropped.
const isItem = (item: CartItem): boolean =>
  typeof item?.product === 'string' &&
  typeof item.name === 'string' &&
  Array.isArray(item.image) &&
  Number.isInteger(item.qty) &&
  [item.priceVal, item.priceEuro, item.countInStock].every(Number.isFinite) &&
  typeof item.seller?._id === 'string' &&
  typeof item.seller.seller?.name === 'string' &&
  item.section in KINDS

const valid = (items: unknown): CartItem[] => (Array.isArray(items) ? items.filter(isItem) : [])

const EMPTY_CART: CartItem[] = []
export const useCart = (): CartItem[] => valid(useBrowserStore(cartItems, EMPTY_CART))
export const readCart = (): CartItem[] => valid(cartItems.read())
export const storeCart = (items: CartItem[]): void => cartItems.write(items)
export const emptyCart = (): void => cartItems.clear()

/** The nearest whole quantity that can be requested. */
export const clampQuantity = (qty: number, max: number): number => Math.min(Math.max(1, Math.round(qty) || 1), max)

export const itemOf = (listing: Listing, qty: number): CartItem => ({
  product: listing._id,
  name: listing.name,
  image: listing.image,
  priceVal: listing.priceVal,
  priceEuro: listing.priceEuro,
  countInStock: listing.countInStock,
  seller: { _id: listing.seller._id, seller: { name: listing.seller.seller.name || listing.seller.username } },
  section: listing.section,
  isService: listing.isService,
  delivery: listing.delivery,
  qty: clampQuantity(qty, maxQuantity(listing)),
})

const getListing = (id: string): Promise<Listing> => callAsVisitor('GET /api/products/:id', { params: { id } })

const reasonNotToOrder = (listing: Listing): string | undefined => {
  if (listing.pause) return MESSAGES.listingPaused
  if (listing.seller._id === findUserInfo()?._id) return ORDER_MESSAGES.ownListing
  if (listing.places === 0) return noPlacesLeft(listing.name)
  return maxQuantity(listing) < 1 ? soldOut(listing.name, 0) : undefined
}

/** `refused`: the item cannot be in one request with those in the cart. */
export type Addition = { failure?: string; refused?: CartItem }

export const addListing = async (id: string, qty: number): Promise<Addition> => {
  try {
    const listing = await getListing(id)
    const failure = reasonNotToOrder(listing)
    if (failure) return { failure }
    const item = itemOf(listing, qty)
    const added = addToCart(readCart(), item)
    if (added.error !== undefined) return { refused: item }
    storeCart(added.items)
    return {}
  } catch (error) {
    return { failure: error instanceof Error ? error.message : MESSAGES.internal }
  }
}

type Refreshed = { item?: CartItem; change?: string }

const refresh = async (item: CartItem): Promise<Refreshed> => {
  try {
    const listing = await getListing(item.product)
    const reason = reasonNotToOrder(listing)
    if (reason) return { change: `«${item.name}» non è più nel carrello. ${reason}` }
    const current = itemOf(listing, item.qty)
    if (current.qty < item.qty) return { item: current, change: soldOut(current.name, current.qty) }
    const isSamePrice = current.priceVal === item.priceVal && current.priceEuro === item.priceEuro
    return isSamePrice ? { item: current } : { item: current, change: `Il prezzo di «${current.name}» è cambiato.` }
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    return isGone ? { change: `«${item.name}» non è più in vetrina: non è più nel carrello.` } : { item }
  }
}

/**
 * Updates stored items to the current listings, because the server orders at current prices and stock. Returns messages
 * about what changed.
 */
export const refreshCart = async (): Promise<string[]> => {
  const before = readCart()
  // Paid items are ordered at the prices paid, and their stock is already taken.
  if (before.length === 0 || isPaid(before)) return []
  const found = await Promise.all(before.map(refresh))
  // Another tab may have changed the cart meanwhile: update only items that are still the same.
  const refreshed = new Map(before.map(({ product, qty }, index) => [product, { qty, ...found[index] }]))
  storeCart(
    readCart().flatMap((item) => {
      const result = refreshed.get(item.product)
      if (!result || result.qty !== item.qty) return [item]
      return result.item ? [result.item] : []
    }),
  )
  return found.flatMap(({ change }) => change ?? [])
}
