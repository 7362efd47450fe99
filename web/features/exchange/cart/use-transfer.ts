import { useCallback, useEffect, useState } from 'react'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/base/idempotency.ts'
import { type CartItem, totalOf } from '#domain/exchange/cart.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { ApiError, call, callInBackground } from '#web/client.ts'
import { contentOf, keyFor, storeReceipt, useCheckout } from '#web/features/exchange/cart/checkout.ts'
import { refreshBalance } from '#web/lib/balance.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session/session.ts'
import { isProofNeeded } from '#web/lib/session/use-proof.ts'

const POLL_MS = 5000

const send = (through: typeof call, account: string, items: CartItem[], proof: Proof): Promise<PaymentResult> => {
  const item = items.map(({ product, qty }) => ({ product, qty }))
  const headers = { [IDEMPOTENCY_HEADER]: keyFor('payment', contentOf(items)) }
  return through('POST /api/payment', { headers, body: { account, item, expected: totalOf(items), ...proof } })
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
  const status = receipt?.status
  const [failure, setFailure] = useState<string>()
  const [expiredToken, setExpiredToken] = useState<string>()

  const submit = useCallback(
    async (through: typeof call, proof: Proof = {}) => {
      // Reads the wallet again if the first read failed: once there is a receipt, the page has no button to retry.
      const { account } = await wallet.catch(() => through('GET /api/wallet'))
      storeReceipt(await send(through, account, items, proof))
      setFailure(undefined)
    },
    [wallet, items],
  )

  const showFailure = useCallback((error: unknown) => {
    // The transfer has failed or was refused, so it is no longer pending.
    if (error instanceof ApiError && error.status === 409) storeReceipt(undefined)
    setFailure(error instanceof Error ? error.message : String(error))
  }, [])

  /** Throws only if a proof is needed. */
  const pay = (proof: Proof): Promise<void> => {
    setFailure(undefined)
    return submit(call, proof).catch((error) => {
      if (isProofNeeded(error)) throw error
      showFailure(error)
    })
  }

  // Polling stops when the session has expired, and continues after the next sign-in.
  const token = useUserInfo()?.token
  const isPolling = status === 'pending' && token !== expiredToken
  useEffect(() => {
    if (!isPolling) return
    const poll = () => {
      const used = findUserInfo()?.token
      submit(callInBackground).catch((error) => {
        if (error instanceof ApiError && error.status === 401) setExpiredToken(used)
        else showFailure(error)
      })
    }
    const timer = setInterval(poll, POLL_MS)
    return () => clearInterval(timer)
  }, [isPolling, submit, showFailure])

  useEffect(() => {
    if (status === 'confirmed') void refreshBalance()
  }, [status])

  return { receipt, otherReceipt: isForTheseItems ? undefined : payment?.receipt, failure, pay }
}
