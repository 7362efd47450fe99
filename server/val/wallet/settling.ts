import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { Sent, WalletService } from '#server/val/wallet/service.ts'

// As many holders as fit into one transaction on today's networks.
const BATCH = 1_500
// On a public network a block may take a while.
const CONFIRMATION_TIMEOUT_MS = 180_000

type Parts = {
  wallet: WalletService
  chain: Chain
}
export type Settling = ReturnType<typeof makeSettling>

/** The token applies a round to every balance it returns at once; settling stores the new balances, in batches of holders. */
export const makeSettling = ({ wallet, chain }: Parts) => {
  /** Sends the call for one batch, or returns the pending one; without `sent` nothing is left to settle. */
  const settleBatch = async (): Promise<{ left: number; sent?: Sent }> => {
    // The key contains the round, because another instance may have called the next one.
    const [round, left] = await Promise.all([chain.round(), chain.unsettled()])
    if (left === 0) return { left }
    return { left, sent: await wallet.treasuryCall(`settle:${round}:${left}`, { kind: 'settle', amount: BATCH }) }
  }

  return {
    settleBatch,

    /** Settles all batches, waiting for each; for the command line. */
    async settleAll(onProgress: (done: number, whole: number) => void): Promise<void> {
      const whole = await chain.holderCount()
      for (;;) {
        const { left, sent } = await settleBatch()
        onProgress(whole - left, whole)
        if (!sent) return
        const { state, failure } = await wallet.waitFor(sent.id, CONFIRMATION_TIMEOUT_MS)
        if (state === 'failed') throw new AppError('conflict', failure)
        if (state !== 'confirmed') throw new AppError('unavailable', MESSAGES.chainUnavailable)
      }
    },

    /** The total that a round called now would take; null while the last round is not completely settled. */
    async preview(): Promise<number | null> {
      const [due, unsettled] = await Promise.all([chain.due(), chain.unsettled()])
      return unsettled === 0 ? due : null
    },
  }
}
