import { addToCart, type CartItem, maxQuantity } from '#domain/cart.ts'
import { MESSAGES } from '#domain/errors.ts'
import type { Listing } from '#domain/listings.schema.ts'
import { ORDER_MESSAGES, soldOut } from '#domain/orders.ts'
import { ApiError, callAsVisitor } from '#web/client.ts'
import { cartItems } from '#web/features/cart/cart-count.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { findUserInfo } from '#web/lib/session.ts'

// Storage may hold anything; invalid items are dropped, or they would break the page at every visit.
const isItem = (item: CartItem): boolean =>
  typeof item?.product === 'string' &&
  typeof item.name === 'string' &&
  Array.isArray(item.image) &&
  Number.isInteger(item.qty) &&
  [item.priceVal, item.priceEuro, item.countInStock].every(Number.isFinite) &&
  typeof item.seller?._id === 'string'

const valid = (items: unknown): CartItem[] => (Array.isArray(items) ? items.filter(isItem) : [])

const NOTHING: CartItem[] = []
export const useCart = (): CartItem[] => valid(useBrowserStore(cartItems, NOTHING))
export const readCart = (): CartItem[] => valid(cartItems.read())
export const keepCart = (items: CartItem[]): void => cartItems.write(items)
export const emptyCart = (): void => cartItems.clear()

const within = (qty: number, most: number): number => Math.min(Math.max(1, qty), most)

const toItem = (listing: Listing, qty: number): CartItem => ({
  product: listing._id,
  name: listing.name,
  image: listing.image,
  priceVal: listing.priceVal,
  priceEuro: listing.priceEuro,
  countInStock: listing.countInStock,
  seller: { _id: listing.seller._id, seller: { name: listing.seller.seller.name || listing.seller.username } },
  section: listing.section,
  isService: listing.isService,
  qty: within(qty, maxQuantity(listing)),
})

const getListing = (id: string): Promise<Listing> => callAsVisitor('GET /api/products/:id', { params: { id } })

const objectionTo = (listing: Listing): string | undefined => {
  if (listing.pause) return MESSAGES.listingPaused
  if (listing.seller._id === findUserInfo()?._id) return ORDER_MESSAGES.ownListing
  return maxQuantity(listing) < 1 ? soldOut(listing.name, 0) : undefined
}

/** Adds a listing to the cart; returns an error message if it cannot. */
export const addListing = async (id: string, qty: number): Promise<string | undefined> => {
  try {
    const listing = await getListing(id)
    const objection = objectionTo(listing)
    if (objection) return objection
    const added = addToCart(readCart(), toItem(listing, qty))
    if (added.error !== undefined) return added.error
    keepCart(added.items)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : MESSAGES.internal
  }
}

type Fresh = { item?: CartItem; change?: string }

const refresh = async (item: CartItem): Promise<Fresh> => {
  try {
    const listing = await getListing(item.product)
    const objection = objectionTo(listing)
    if (objection) return { change: `«${item.name}» non è più nel carrello. ${objection}` }
    const now = toItem(listing, item.qty)
    if (now.qty < item.qty) return { item: now, change: soldOut(now.name, now.qty) }
    const isPriced = now.priceVal === item.priceVal && now.priceEuro === item.priceEuro
    return isPriced ? { item: now } : { item: now, change: `Il prezzo di «${now.name}» è cambiato.` }
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
  if (before.length === 0) return []
  const found = await Promise.all(before.map(refresh))
  // Keep what another tab added or removed meanwhile.
  const fresh = new Map(before.map(({ product, qty }, index) => [product, { qty, ...found[index] }]))
  keepCart(
    readCart().flatMap((item) => {
      const seen = fresh.get(item.product)
      if (!seen || seen.qty !== item.qty) return [item]
      return seen.item ? [seen.item] : []
    }),
  )
  return found.flatMap(({ change }) => change ?? [])
}
