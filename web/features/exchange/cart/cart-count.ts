import type { CartItem } from '#domain/exchange/cart.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

/** The stored cart, unchecked; read it through cart.ts, which validates it. */
export const cartItems = browserStore<CartItem[]>('localStorage', 'cartItems', [])

/** The number of items in the cart. Separate from cart.ts, because the header loads it on every page. */
export const useCartCount = (): number => {
  const items = useBrowserStore(cartItems, [])
  return Array.isArray(items) ? items.length : 0
}
