import { MESSAGES } from '#domain/base/errors.ts'
import { limitConcurrency } from '#server/platform/queue.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import type { Keys } from '#server/val/wallet/keys.ts'
import type { NonceQueueStore, Step } from '#server/val/wallet/nonce-queue-store.ts'
import type { QueuedRow } from '#server/val/wallet/rows.ts'

// Each holds a database connection during its requests to the chain: a chain that hangs must not exhaust the pool.
const CONCURRENCY = 2
const GWEI = 1_000_000_000n
const RESEND_SECONDS = 5

export type NonceQueue = ReturnType<typeof makeNonceQueue>

/** Sends intended transactions to the chain, in order of nonce for each wallet. Each is signed and stored before it is sent. */
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
      // The chain may have more transactions than the database (restored from a backup), or fewer (lost blocks).
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

  /** Sends the queued transactions of a wallet. `resend` retries those that the chain does not accept now. */
  const send = (sender: string): Promise<void> => limit(() => sendAll(sender))

  return {
    send,
    /** Returns the number of wallets with queued transactions. */
    async sendWaiting(): Promise<number> {
      const senders = await store.waitingSenders()
      await Promise.all(senders.map(send))
      return senders.length
    },
    /** Resends transactions signed a while ago and not seen on the chain; returns how many. */
    async resend(): Promise<number> {
      const unseen = await store.unseen(RESEND_SECONDS)
      for (const { raw } of unseen) await chain.broadcast(raw)
      return unseen.length
    },
  }
}
