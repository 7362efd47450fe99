import { useNavigate } from 'react-router'
import { IDEMPOTENCY_HEADER } from '#domain/base/idempotency.ts'
import { type CartItem, ceilingOf, removeFromCart, totalOf } from '#domain/exchange/cart.ts'
import { handedOver, needsAddress } from '#domain/market/kinds.ts'
import { call } from '#web/client.ts'
import { emptyCart, readCart, storeCart } from '#web/features/exchange/cart/cart.ts'
import { endCheckout, endCheckoutOf, keyFor } from '#web/features/exchange/cart/checkout.ts'
import type { StoredAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { readSum, type TypedSum } from '#web/features/exchange/orders/sum-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

type Props = {
  items: CartItem[]
  /** Called with the items before they are sent, and with undefined if that fails. */
  onSending: (items: CartItem[] | undefined) => void
  address: Partial<StoredAddress>
  inPerson: boolean
  message: string
  method: string
  /** The sum that the member asks for, as typed, for the answer to a «Cerco». */
  asked: TypedSum | undefined
  label: string
  disabled: boolean
}

/** Places the order; its idempotency key makes a retry safe. */
export const SendRequest = ({
  items,
  onSending,
  address,
  inPerson,
  message,
  method,
  asked,
  label,
  disabled,
}: Props) => {
  const navigate = useNavigate()
  const { busy, outcome, run } = useAction(async () => {
    const body = {
      orderItems: items,
      expected: asked ? readSum(asked, ceilingOf(items)) : totalOf(items),
      shippingAddress: needsAddress(handedOver(items, inPerson)) ? address : null,
      inPerson,
      message,
      paymentMethod: method,
    }
    const headers = { [IDEMPOTENCY_HEADER]: keyFor('order', JSON.stringify(body)) }
    onSending(items)
    const { order } = await call('POST /api/orders', { headers, body }).catch((error) => {
      onSending(undefined)
      throw error
    })
    await navigate(`/order/${order._id}`, { replace: true })
    // Other items may have been added while the request was pending.
    const others = items.reduce((left, { product }) => removeFromCart(left, product), readCart())
    if (others.length > 0) {
      storeCart(others)
      endCheckoutOf(items)
    } else {
      emptyCart()
      endCheckout()
    }
  })
  return (
    <>
      <Outcome {...outcome} />
      <Button onClick={run} disabled={busy || disabled}>
        {busy ? 'Invio…' : label}
      </Button>
    </>
  )
}
