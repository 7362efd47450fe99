import { AppError } from '#domain/base/errors.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

// On a public network a block may take a while.
const CONFIRMATION_TIMEOUT_MS = 180_000
const PENDING =
  'L’operazione è registrata, ma la catena non l’ha ancora confermata: si completa da sola appena Piazza è aperta e la catena risponde. Non ripetere il comando.'

/** Waits until the chain has confirmed a transaction; throws when it is rejected or the time is up. */
export const waitForConfirmation = async (wallet: WalletService, id: string): Promise<void> => {
  const { state, failure } = await wallet.waitFor(id, CONFIRMATION_TIMEOUT_MS)
  if (state === 'failed') throw new AppError('conflict', `La catena ha rifiutato: ${failure}`)
  if (state !== 'confirmed') throw new AppError('unavailable', PENDING)
}
