import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from '#server/val/chain/client.ts'
import type { Follower } from '#server/val/wallet/follower.ts'
import type { NonceQueue } from '#server/val/wallet/nonce-queue.ts'
import type { WalletStore } from '#server/val/wallet/store.ts'

type Parts = {
  chain: Pick<Chain, 'ready'>
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
export const makeFollowUp = ({ chain, store, nonceQueue, follower, intervalMs, log }: Parts) => {
  const round = async () => {
    await follower.follow()
    const sent = (await nonceQueue.sendWaiting()) + (await nonceQueue.resend())
    if (sent > 0) await follower.follow()
  }
  const followUntilSettled = async (stopping: AbortSignal): Promise<void> => {
    for (;;) {
      await round().catch(log)
      if (stopping.aborted || !(await store.hasOpen())) return
      await sleep(intervalMs, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    }
  }

  /** The embedded chain starts after the jobs. */
  const untilReady = async (stopping: AbortSignal): Promise<void> => {
    if (!stopping.aborted) await Promise.race([chain.ready, once(stopping, 'abort')]).catch(() => undefined)
  }

  let isRunning = false
  let isAskedAgain = false
  return async (stopping: AbortSignal): Promise<void> => {
    isAskedAgain = true
    if (isRunning) return
    isRunning = true
    try {
      await untilReady(stopping)
      while (isAskedAgain && !stopping.aborted) {
        isAskedAgain = false
        await followUntilSettled(stopping)
      }
    } finally {
      isRunning = false
    }
  }
}
