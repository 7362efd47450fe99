import { italianDate } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { type Next, SOON_MS } from '#server/platform/jobs/repeated.ts'
import type { AnnouncedRow, CurrencyStore } from '#server/val/currency/store.ts'
import type { Sent, WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

type Parts = {
  store: CurrencyStore
  wallet: WalletService
  settling: Settling
  now: () => Date
}

/**
 * Calls announced rounds on their date, or as soon as the server runs again. The call is stored under a unique key in the
 * transaction that marks the round as called, so that it is made once, despite failures and with any number of instances.
 */
export const makeRoundCalling = ({ store, wallet, settling, now }: Parts) => {
  const storeCall = ({ date }: AnnouncedRow): Promise<string | undefined> =>
    store.transaction(async (tx) => {
      const round = await store.lockOn(tx, date)
      if (!round) return undefined
      const [before] = round.transactionId ? await wallet.progressOf([round.transactionId], tx) : []
      if (before && before.state !== 'failed') return before.id
      const key = before ? `round:${date}:${before.id}` : `round:${date}`
      const id = await wallet.intendTreasuryCall(tx, key, { kind: 'evaporate', amount: 0 })
      await store.recordCall(tx, round.id, id)
      return id
    })

  /** Throws if the call failed. A failed call has taken no VAL, and the next run makes another one. */
  const isConfirmed = ({ state, failure }: Sent): boolean => {
    if (state === 'failed') throw new AppError('conflict', failure)
    return state === 'confirmed'
  }

  const settle = async (): Promise<Next> => {
    const { sent } = await settling.settleBatch()
    if (!sent) return 'done'
    return isConfirmed(sent) ? SOON_MS : 'later'
  }

  const complete = async (round: AnnouncedRow): Promise<Next> => {
    // The token refuses a round while an earlier one is not settled.
    const before = round.transactionId ? 'done' : await settle()
    if (before !== 'done') return before
    const id = await storeCall(round)
    if (!id) return SOON_MS
    const call = await wallet.send(id)
    if (!isConfirmed(call)) return 'later'
    if (call.hash) await store.recordConfirmation(round.id, call.hash)
    const after = await settle()
    if (after !== 'done') return after
    await store.recordEnd(round.id, now())
    return SOON_MS
  }

  return {
    hasDue: () => store.hasDue(italianDate(now())),

    /** Calls the earliest round that is due, or settles its next batch; to be repeated until no round is due. */
    async callDue(): Promise<Next> {
      const round = await store.findDue(italianDate(now()))
      return round ? complete(round) : 'done'
    },
  }
}
