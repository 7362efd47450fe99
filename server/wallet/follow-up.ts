import { setTimeout as sleep } from 'node:timers/promises'
import type { Follower } from '#server/wallet/follower.ts'
import type { NonceQueue } from '#server/wallet/nonce-queue.ts'
import type { WalletStore } from '#server/wallet/store.ts'

type Parts = {
  store: Pick<WalletStore, 'hasOpen'>
  nonceQueue: NonceQueue
  follower: Follower
  intervalMs: number
  log: (error: unknown) => void
}

/**
 * The task that reads the chain, sends what is queued and sends again what never arrived, until nothing is open. Jobs that
 * start meanwhile only make the running one look once more.
 */
export const makeFollowUp = ({ store, nonceQueue, follower, intervalMs, log }: Parts) => {
  const round = async () => {
    await follower.follow()
    await nonceQueue.sendWaiting()
    await nonceQueue.resend()
    await follower.follow()
  }
  const followUntilSettled = async (stopping: AbortSignal): Promise<void> => {
    for (let isFailing = false; ; ) {
      try {
        await round()
        isFailing = false
      } catch (error) {
        // Logged once, not every second while the chain is unreachable.
        if (!isFailing) log(error)
        isFailing = true
      }
      if (stopping.aborted || !(await store.hasOpen())) return
      await sleep(intervalMs, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    }
  }

  let isRunning = false
  let isAskedAgain = false
  return async (stopping: AbortSignal): Promise<void> => {
    isAskedAgain = true
    if (isRunning) return
    isRunning = true
    try {
      while (isAskedAgain && !stopping.aborted) {
        isAskedAgain = false
        await followUntilSettled(stopping)
      }
    } finally {
      isRunning = false
    }
  }
}
