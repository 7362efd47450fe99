import { useCallback, useEffect, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import type { PaymentResult } from '#domain/orders.schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/orders.ts'
import type { WalletView } from '#domain/wallet.schema.ts'
import { call } from '#web/client.ts'
import { contentOf, keepReceipt, keyFor, useCheckout } from '#web/features/cart/checkout.ts'

const LOOK_AGAIN_MS = 5000

const send = (account: string, items: CartItem[]): Promise<PaymentResult> => {
  const item = items.map(({ product, qty }) => ({ product, qty }))
  const headers = { [IDEMPOTENCY_HEADER]: keyFor('payment', contentOf(items)) }
  return call('POST /api/payment', { headers, body: { account, item } })
}

/**
 * The transfer of what a cart costs. Asking again is asking how far it has got: the server knows it by its key, and
 * carries it out once. `receipt` is there as soon as the server has written it down; `ofOthers` when the cart was
 * another one at that time.
 */
export const useTransfer = (wallet: Promise<WalletView>, items: CartItem[]) => {
  const { payment } = useCheckout()
  const isOfThese = payment?.of === contentOf(items)
  const receipt = isOfThese ? payment?.receipt : undefined
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const ask = useCallback(async () => {
    try {
      const { account } = await wallet
      keepReceipt(await send(account, items))
      setFailure(undefined)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }, [wallet, items])

  const pay = async () => {
    if (sending) return
    setSending(true)
    setFailure(undefined)
    await ask()
    setSending(false)
  }

  const isPending = receipt?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(ask, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isPending, ask])

  return { receipt, ofOthers: isOfThese ? undefined : payment?.receipt, sending, failure, pay }
}
