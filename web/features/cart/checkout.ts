import type { CartItem } from '#domain/cart.ts'
import type { PaymentResult } from '#domain/orders.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session.ts'

/** An idempotency key, and the content it was made for (`of`). */
type Attempt = { of: string; key: string }
type Checkout = {
  memberId: string
  method?: string
  payment?: Attempt & { receipt?: PaymentResult }
  order?: Attempt
}

// In localStorage, so that a payment survives a closed tab and is not made twice.
const checkout = browserStore<Checkout | null>('localStorage', 'checkout', null)

const ofMember = (stored: Checkout | null, memberId: string | undefined): Partial<Checkout> =>
  stored && stored.memberId === memberId ? stored : {}

export const useCheckout = (): Partial<Checkout> => ofMember(useBrowserStore(checkout, null), useUserInfo()?._id)
export const readCheckout = (): Partial<Checkout> => ofMember(checkout.read(), findUserInfo()?._id)
export const endCheckout = (): void => checkout.clear()

const update = (change: Partial<Checkout>): void => {
  const memberId = findUserInfo()?._id
  if (memberId) checkout.write({ ...readCheckout(), ...change, memberId })
}

export const storeMethod = (method: string): void => update({ method })

/** Products and quantities without prices: two payments with the same content are the same payment. */
export const contentOf = (items: CartItem[]): string =>
  items
    .map(({ product, qty }) => `${product} ${qty}`)
    .toSorted()
    .join()

/** The idempotency key of a payment or an order; it changes with the content. */
export const keyFor = (kind: 'payment' | 'order', of: string): string => {
  const before = readCheckout()[kind]
  if (before?.of === of) return before.key
  const attempt = { of, key: newKey() }
  update({ [kind]: attempt })
  return attempt.key
}

export const storeReceipt = (receipt: PaymentResult | undefined): void => {
  const { payment } = readCheckout()
  if (payment) update({ payment: { of: payment.of, key: payment.key, ...(receipt ? { receipt } : {}) } })
}
