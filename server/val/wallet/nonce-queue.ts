import { MESSAGES } from '#domain/base/errors.ts'
import { limitConcurrency } from '#server/platform/queue.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import type { Keys } from '#server/val/wallet/keys.ts'
import type { NonceQueueStore, Step } from '#server/val/wallet/nonce-queue-store.ts'
import type { QueuedRow } from '#server/val/wallet/rows.ts'

// Each holds a database connection while it asks the chain: a chain that hangs must not use up the pool.
const CONCURRENCY = 2
const GWEI = 1_000_000_000n
const RESEND_SECONDS = 5

export type NonceQueue = ReturnType<typeof makeNonceQueue>

/** Brings intended transactions to the chain, in order of nonce for each wallet: decide, sign, store, and only then send. */
export const makeNonceQueue = (store: NonceQueueStore, chain: Chain, keys: Keys, now: () => Date) => {
  const limit = limitConcurrency({ concurrency: CONCURRENCY })

  const decide = async (next: QueuedRow, lastNonce: number): Promise<Step> => {
    const { sender, memberId, sealedKey } = next
    const isTreasury = memberId === null
    try {
      const [pending, gas, gasPrice] = await Promise.all([
        chain.nonceOf(sender),
        chain.estimate(sender, next),
        chain.gasPrice(),
      ])
      const needed = gas * gasPrice
      if (needed > 0n && !isTreasury && (await chain.etherOf(sender)) < needed) {
        return { needsGas: { from: chain.treasury.address, amount: Number(needed / GWEI + 1n) } }
      }
      const signer = isTreasury ? chain.treasury : keys.signer(memberId, sealedKey ?? new Uint8Array())
      // The chain may know of more transactions than the database (restored from a backup), or of fewer (it lost blocks).
      const nonce = Math.max(pending, lastNonce + 1)
      return { signed: { nonce, ...(await chain.sign(signer, { nonce, gas, gasPrice, transaction: next })) } }
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      return { refused: next.kind === 'transfer' ? MESSAGES.insufficientBalance : error.message }
    }
  }

  const sendAll = async (sender: string): Promise<void> => {
    for (;;) {
      const step = await store.advance(sender, now(), decide)
      if (step === undefined || step === 'waiting') return
      if (step !== 'refused') await chain.broadcast(step.raw)
    }
  }

  /** Sends what a wallet has queued. What the chain does not take now is sent again by `resend`. */
  const send = (sender: string): Promise<void> => limit(() => sendAll(sender))

  return {
    send,
    /** Returns the number of wallets that had something queued. */
    async sendWaiting(): Promise<number> {
      const senders = await store.waitingSenders()
      await Promise.all(senders.map(send))
      return senders.length
    },
    /** Sends again what was signed a while ago and has not been seen on the chain; returns how many. */
    async resend(): Promise<number> {
      const unseen = await store.unseen(RESEND_SECONDS)
      for (const { raw } of unseen) await chain.broadcast(raw)
      return unseen.length
    },
  }
}
