import { type Next, SOON_MS } from '#server/platform/jobs/repeated.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { Follower } from '#server/val/wallet/follower.ts'
import type { NonceQueue } from '#server/val/wallet/nonce-queue.ts'
import type { WalletStore } from '#server/val/wallet/store.ts'

type Parts = {
  chain: Chain
  store: WalletStore
  nonceQueue: NonceQueue
  follower: Follower
  intervalMs: number
  log: (error: unknown) => void
}

/** Reads the chain, sends queued transactions and resends lost ones; to be repeated while a transaction is open. */
export const makeFollowUp = ({ chain, store, nonceQueue, follower, intervalMs, log }: Parts) => {
  let isReady = false
  const setReady = () => {
    isReady = true
  }
  chain.ready.then(setReady, setReady)

  const followAndSend = async (): Promise<void> => {
    await follower.follow()
    const sent = (await nonceQueue.sendWaiting()) + (await nonceQueue.resend())
    if (sent > 0) await follower.follow()
  }

  return async (): Promise<Next> => {
    // The embedded chain may still be starting when the jobs begin.
    if (!isReady) return SOON_MS
    let next: Next = intervalMs
    await followAndSend().catch((error) => {
      log(error)
      next = 'later'
    })
    return (await store.hasOpen()) ? next : 'done'
  }
}
