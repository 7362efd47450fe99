import { italianDate } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { AnnouncedRow, CurrencyStore } from '#server/val/currency/store.ts'
import type { Sent, WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

const WAIT_MS = 60_000

type Parts = {
  store: CurrencyStore
  wallet: Pick<WalletService, 'intendOrder' | 'progressOf' | 'waitFor'>
  settling: Settling
  now: () => Date
}

/**
 * Calls announced rounds on their date, or as soon as the server runs again. The call is stored in the transaction that
 * marks the round as called, under a key of its own: whatever fails, and in any number of instances, it is made once.
 */
export const makeRoundCalling = ({ store, wallet, settling, now }: Parts) => {
  const storeCall = ({ date }: AnnouncedRow): Promise<string | undefined> =>
    store.transaction(async (tx) => {
      const round = await store.lockOn(tx, date)
      if (!round) return undefined
      const [before] = round.transactionId ? await wallet.progressOf([round.transactionId], tx) : []
      if (before && before.state !== 'failed') return before.id
      // A call that failed has taken nothing: another one replaces it.
      const key = before ? `round:${date}:${before.id}` : `round:${date}`
      const id = await wallet.intendOrder(tx, key, { kind: 'evaporate', amount: 0 })
      await store.recordCall(tx, round.id, id)
      return id
    })

  const confirm = async (id: string): Promise<Sent> => {
    const sent = await wallet.waitFor(id, WAIT_MS)
    if (sent.state === 'failed') throw new AppError('conflict', sent.failure)
    if (sent.state !== 'confirmed') throw new AppError('unavailable', MESSAGES.chainUnavailable)
    return sent
  }

  /** False if it has to go on later. */
  const complete = async (round: AnnouncedRow, stopping: AbortSignal): Promise<boolean> => {
    // The token refuses a round while one is not settled.
    if (!round.transactionId && !(await settling.settleAll(stopping))) return false
    const id = await storeCall(round)
    if (!id) return true
    const { hash } = await confirm(id)
    if (hash) await store.recordConfirmation(round.id, hash)
    if (!(await settling.settleAll(stopping))) return false
    await store.recordEnd(round.id, now())
    return true
  }

  let isRunning = false
  return {
    hasDue: () => store.hasDue(italianDate(now())),

    /** Calls the rounds that are due and settles them to their end; fails, to be run again, while the chain is unreachable. */
    async callDue(stopping: AbortSignal): Promise<void> {
      if (isRunning) return
      isRunning = true
      try {
        while (!stopping.aborted) {
          const round = await store.findDue(italianDate(now()))
          if (!round || !(await complete(round, stopping))) return
        }
      } finally {
        isRunning = false
      }
    },
  }
}
