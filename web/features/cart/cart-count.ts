import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

const cartItems = browserStore<unknown>('localStorage', 'cartItems', [])

/** How many items wait in the cart; the server cannot know. */
export const useCartCount = (): number => {
  const items = useBrowserStore(cartItems, [])
  return Array.isArray(items) ? items.length : 0
}
