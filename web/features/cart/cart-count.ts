import type { CartItem } from '#domain/cart.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

/** What the browser keeps; to be read through cart.ts, which minds what others may have written there. */
export const cartItems = browserStore<CartItem[]>('localStorage', 'cartItems', [])

/** How many items wait in the cart; the server cannot know. */
export const useCartCount = (): number => {
  const items = useBrowserStore(cartItems, [])
  return Array.isArray(items) ? items.length : 0
}
