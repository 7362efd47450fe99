import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

// As many holders as fit into one transaction on today's networks.
const BATCH = 1_500
// On a public network a block may take a while.
const CONFIRMATION_TIMEOUT_MS = 180_000

type Parts = {
  wallet: Pick<WalletService, 'order' | 'waitFor'>
  chain: Pick<Chain, 'round' | 'unsettled' | 'holderCount' | 'due'>
}
export type Settling = ReturnType<typeof makeSettling>

/** A round applies at once to every balance that is read; settling writes it into each holder's account, in batches. */
export const makeSettling = ({ wallet, chain }: Parts) => ({
  /** False if it was stopped before the end. */
  async settleAll(stopping?: AbortSignal, onProgress: (done: number, whole: number) => void = () => undefined) {
    const whole = await chain.holderCount()
    for (;;) {
      // Another instance may have called the next round.
      const [round, left] = await Promise.all([chain.round(), chain.unsettled()])
      onProgress(whole - left, whole)
      if (left === 0) return true
      if (stopping?.aborted) return false
      const { id } = await wallet.order(`settle:${round}:${left}`, { kind: 'settle', amount: BATCH })
      const { state, failure } = await wallet.waitFor(id, CONFIRMATION_TIMEOUT_MS)
      if (state === 'failed') throw new AppError('conflict', failure)
      if (state !== 'confirmed') throw new AppError('unavailable', MESSAGES.chainUnavailable)
    }
  },

  /** What a round called now would take in all; null while the last one is not settled to its end. */
  async preview(): Promise<number | null> {
    const [due, unsettled] = await Promise.all([chain.due(), chain.unsettled()])
    return unsettled === 0 ? due : null
  },
})
