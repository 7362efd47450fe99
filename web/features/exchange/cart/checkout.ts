import type { CartItem } from '#domain/exchange/cart.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { TypedSum } from '#web/features/exchange/orders/sum-fields.tsx'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session/session.ts'

/** An idempotency key, and the content it was made for (`of`). */
type Attempt = { of: string; key: string }
type Checkout = {
  memberId: string
  method?: string
  inPerson?: boolean
  payment?: (Attempt & { receipt?: PaymentResult; paidAt?: number }) | undefined
  order?: Attempt | undefined
  /** A message to an owner that is not sent yet. */
  message?: { to: string; text: string } | undefined
  /** The sum asked for by the answer to a «Cerco» that is not sent yet, and the content it is for. */
  asked?: (TypedSum & { of: string }) | undefined
}

// In localStorage, so that a payment survives a closed tab and is not made twice.
const checkout = browserStore<Checkout | null>('localStorage', 'checkout', null)

// After a day the server no longer assigns the payment to a new request: a job has already made an order for it.
const REQUEST_WITHIN_MS = 24 * 60 * 60 * 1000
const isOld = ({ paidAt }: NonNullable<Checkout['payment']>): boolean =>
  paidAt !== undefined && Date.now() - paidAt > REQUEST_WITHIN_MS

const ofMember = (stored: Checkout | null, memberId: string | undefined): Partial<Checkout> => {
  if (!stored || stored.memberId !== memberId) return {}
  const { payment, ...rest } = stored
  return payment && !isOld(payment) ? { ...rest, payment } : rest
}

export const useCheckout = (): Partial<Checkout> => ofMember(useBrowserStore(checkout, null), useUserInfo()?._id)
export const readCheckout = (): Partial<Checkout> => ofMember(checkout.read(), findUserInfo()?._id)
export const endCheckout = (): void => checkout.clear()

const update = (change: Partial<Checkout>): void => {
  const memberId = findUserInfo()?._id
  if (memberId) checkout.write({ ...readCheckout(), ...change, memberId })
}

export const storeMethod = (method: string): void => update({ method })
export const storeInPerson = (inPerson: boolean): void => update({ inPerson })

export const storeMessage = (to: string, text: string): void => update({ message: { to, text } })
export const readMessage = (to: string): string => {
  const { message } = readCheckout()
  return message?.to === to ? message.text : ''
}

/** The sum that the member asks for these items, as typed; undefined if nothing was typed. */
export const readAsked = (items: CartItem[]): TypedSum | undefined => {
  const { asked } = readCheckout()
  return asked?.of === contentOf(items) ? { val: asked.val, euro: asked.euro } : undefined
}
export const storeAsked = (items: CartItem[], sum: TypedSum): void =>
  update({ asked: { ...sum, of: contentOf(items) } })

/** Products and quantities without prices: two payments with the same content are the same payment. */
export const contentOf = (items: CartItem[]): string =>
  items
    .map(({ product, qty }) => `${product} ${qty}`)
    .toSorted()
    .join()

/** Whether the VAL for these items were transferred and the request is still to be sent. */
export const isPaid = (items: CartItem[]): boolean => {
  const { payment } = readCheckout()
  return payment?.receipt !== undefined && payment.of === contentOf(items)
}

/** The idempotency key of a payment or an order; it changes with the content. */
export const keyFor = (kind: 'payment' | 'order', of: string): string => {
  const before = readCheckout()[kind]
  if (before?.of === of) return before.key
  const attempt = { of, key: newKey() }
  update({ [kind]: attempt })
  return attempt.key
}

/**
 * Call after the order of these items is placed: the next request gets a new key. Payments and messages for other items
 * stay.
 */
export const endCheckoutOf = (items: CartItem[]): void => {
  const { payment, message } = readCheckout()
  const isForTheseOwners = message && items.some(({ seller }) => seller._id === message.to)
  update({
    order: undefined,
    asked: undefined,
    message: isForTheseOwners ? undefined : message,
    payment: payment?.of === contentOf(items) ? undefined : payment,
  })
}

export const storeReceipt = (receipt: PaymentResult | undefined): void => {
  const { payment } = readCheckout()
  if (!payment) return
  const { of, key, paidAt = Date.now() } = payment
  update({ payment: { of, key, ...(receipt ? { receipt, paidAt } : {}) } })
}
