import type { CartItem } from '#domain/cart.ts'
import type { PaymentResult } from '#domain/orders.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session.ts'

/** A name under which the server knows what was asked for already, and what it was asked for with. */
type Attempt = { of: string; key: string }
type Checkout = {
  memberId: string
  method?: string
  payment?: Attempt & { receipt?: PaymentResult }
  order?: Attempt
}

// Kept across visits: whoever paid and then lost the page must neither pay again nor wonder whether they did.
const checkout = browserStore<Checkout | null>('localStorage', 'checkout', null)

const ofMember = (kept: Checkout | null, memberId: string | undefined): Partial<Checkout> =>
  kept && kept.memberId === memberId ? kept : {}

export const useCheckout = (): Partial<Checkout> => ofMember(useBrowserStore(checkout, null), useUserInfo()?._id)
export const readCheckout = (): Partial<Checkout> => ofMember(checkout.read(), findUserInfo()?._id)
export const endCheckout = (): void => checkout.clear()

const keep = (change: Partial<Checkout>): void => {
  const memberId = findUserInfo()?._id
  if (memberId) checkout.write({ ...readCheckout(), ...change, memberId })
}

export const keepMethod = (method: string): void => keep({ method })

/** What is asked for, whatever it costs: that is how the server recognises a payment. */
export const contentOf = (items: CartItem[]): string =>
  items
    .map(({ product, qty }) => `${product} ${qty}`)
    .toSorted()
    .join()

// Not randomUUID, which a browser has only over TLS.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

/** The key of a payment or an order: the same as long as the same is asked for. */
export const keyFor = (kind: 'payment' | 'order', of: string): string => {
  const before = readCheckout()[kind]
  if (before?.of === of) return before.key
  const attempt = { of, key: newKey() }
  keep({ [kind]: attempt })
  return attempt.key
}

export const keepReceipt = (receipt: PaymentResult): void => {
  const { payment } = readCheckout()
  if (payment) keep({ payment: { ...payment, receipt } })
}
