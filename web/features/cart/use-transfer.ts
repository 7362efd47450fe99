import { useCallback, useEffect, useState } from 'react'
import { type CartItem, cartTotals } from '#domain/cart.ts'
import type { PaymentResult } from '#domain/orders.schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/orders.ts'
import type { WalletView } from '#domain/wallet.schema.ts'
import { ApiError, call } from '#web/client.ts'
import { contentOf, keyFor, storeReceipt, useCheckout } from '#web/features/cart/checkout.ts'

const POLL_MS = 5000

const send = (account: string, items: CartItem[]): Promise<PaymentResult> => {
  const item = items.map(({ product, qty }) => ({ product, qty }))
  const headers = { [IDEMPOTENCY_HEADER]: keyFor('payment', contentOf(items)) }
  const { totalPriceVal: val, totalPriceEuro: euro } = cartTotals(items)
  return call('POST /api/payment', { headers, body: { account, item, expected: { val, euro } } })
}

/**
 * The VAL transfer for a cart. Sending again with the same idempotency key returns its current status, so polling is
 * safe. `receipt` is set as soon as the server has stored the transfer; `otherReceipt` is the receipt of a cart
 * with other items.
 */
export const useTransfer = (wallet: Promise<WalletView>, items: CartItem[]) => {
  const { payment } = useCheckout()
  const isForTheseItems = payment?.of === contentOf(items)
  const receipt = isForTheseItems ? payment?.receipt : undefined
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = useCallback(async () => {
    try {
      const { account } = await wallet
      storeReceipt(await send(account, items))
      setFailure(undefined)
    } catch (error) {
      // The transfer has failed or was refused: nothing is pending any more.
      if (error instanceof ApiError && error.status === 409) storeReceipt(undefined)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }, [wallet, items])

  const pay = async () => {
    if (sending) return
    setSending(true)
    setFailure(undefined)
    await submit()
    setSending(false)
  }

  const isPending = receipt?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(submit, POLL_MS)
    return () => clearInterval(timer)
  }, [isPending, submit])

  return { receipt, otherReceipt: isForTheseItems ? undefined : payment?.receipt, sending, failure, pay }
}
