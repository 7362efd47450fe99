import { AppError, MESSAGES } from '#domain/errors.ts'
import type { WalletService } from '#server/wallet/service.ts'

// On a public network a block may take a while.
const PATIENCE_MS = 180_000

/** Waits for the chain's decision on what was ordered; throws when it said no, or nothing. */
export const untilCarriedOut = async (wallet: WalletService, id: string): Promise<void> => {
  const { state, failure } = await wallet.waitFor(id, PATIENCE_MS)
  if (state === 'failed') throw new AppError('conflict', `La catena ha rifiutato: ${failure}`)
  if (state !== 'confirmed') throw new AppError('away', MESSAGES.chainAway)
}
