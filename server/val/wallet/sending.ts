import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import { isOutcomeUnknown } from '#server/platform/db/failures.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { CHAIN_WAIT_MS, withTimeout } from '#server/platform/timeouts.ts'
import type { Progress, WalletService } from '#server/val/wallet/service.ts'

// Together shorter than WRITE_TIMEOUT_MS, so that no transfer is stored after the response was a 503.
const STORE_MS = 3_500
const COMMIT_MS = 1_800
// Added to the wait for the chain, to read the outcome from the database.
const READ_MS = 500

type Parts = { transaction: Database['transaction']; sendAndWait: WalletService['sendAndWait'] }
export type Sending = ReturnType<typeof makeSending>

/** Time budget of a request that stores a transfer and then waits for the chain. */
export const startTimer = () => {
  const start = performance.now()
  return {
    assertCanStore(): void {
      if (performance.now() - start > STORE_MS) throw new AppError('unavailable', MESSAGES.databaseUnavailable)
    },
    forChain: (): number => Math.max(0, start + CHAIN_WAIT_MS - performance.now()),
  }
}
export type Timer = ReturnType<typeof startTimer>

/** Returns the state of a stored transfer. Throws if it has failed. */
export const resultOf = (
  { id, amount }: { id: string; amount: number },
  { state, failure, hash, from, to }: Progress,
): PaymentResult => {
  if (state === 'failed') throw new AppError('conflict', failure)
  return {
    _id: id,
    status: state === 'confirmed' ? 'confirmed' : 'pending',
    transactionHash: hash ?? '',
    from,
    to,
    amount: fromHundredths(amount),
  }
}

/** Stores a transfer, then sends it. After the commit it throws only if the transfer has failed. */
export const makeSending = ({ transaction, sendAndWait }: Parts) => ({
  /**
   * Runs the transaction that stores a transfer. If the outcome of the commit is unknown, the transfer counts as stored: a
   * retry of the request finds it or stores it.
   */
  async commit<T>(timer: Timer, work: (tx: Queries) => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<T>()
    let written: { result: T } | undefined
    let timeout: NodeJS.Timeout | undefined
    const committed = transaction(async (tx) => {
      // This function runs again after a deadlock.
      clearTimeout(timeout)
      written = undefined
      const result = await work(tx)
      timer.assertCanStore()
      written = { result }
      timeout = setTimeout(late.resolve, COMMIT_MS, result)
      return result
    })
    try {
      return await Promise.race([committed, late.promise])
    } catch (error) {
      if (written && isOutcomeUnknown(error)) return written.result
      throw error
    } finally {
      clearTimeout(timeout)
    }
  },

  /** Sends a stored transfer and waits for its confirmation, for a limited time. Throws only if the transfer has failed. */
  async answer(payment: { id: string; amount: number }, stored: Progress, timer: Timer): Promise<PaymentResult> {
    const wait = timer.forChain()
    const sent = withTimeout(wait + READ_MS, () => sendAndWait(stored.id, wait))
    return resultOf(payment, await sent.catch(() => stored))
  },
})
