import { MESSAGES } from '#domain/errors.ts'
import type { Chain } from '#server/chain/client.ts'
import { Reverted } from '#server/chain/errors.ts'
import type { Keys } from '#server/wallet/keys.ts'
import type { LineStore, Step } from '#server/wallet/line-store.ts'
import type { TransactionRow } from '#server/wallet/rows.ts'

// Each turn holds a database connection while it asks the chain: a chain that stalls must not take them all.
const TURNS = 2
const GWEI = 1_000_000_000n
const RESEND_SECONDS = 5

export type Line = ReturnType<typeof makeLine>

/** Takes intents to the chain: decide, sign, write down, and only then send. */
export const makeLine = (store: LineStore, chain: Chain, keys: Keys) => {
  const turn = takingTurns(TURNS)

  const decide = async (next: TransactionRow, lastNonce: number): Promise<Step> => {
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
      // The chain may know of more than we do (another server's database was restored), or of less (it lost blocks).
      const nonce = Math.max(pending, lastNonce + 1)
      return { signed: { nonce, ...(await chain.sign(signer, { nonce, gas, gasPrice, deed: next })) } }
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      return { refused: next.kind === 'transfer' ? MESSAGES.tooFewVal : error.message }
    }
  }

  /** Sends what a wallet has in line. What the chain does not take now is sent again by the next round of work. */
  const push = (sender: string): Promise<void> =>
    turn(async () => {
      for (;;) {
        const step = await store.advance(sender, decide)
        if (step === undefined || step === 'waiting') return
        if (step !== 'refused') await chain.broadcast(step.raw)
      }
    })

  return {
    push,
    async pushAll(): Promise<void> {
      await Promise.all((await store.waitingSenders()).map(push))
    },
    async resend(): Promise<void> {
      for (const { raw } of await store.unseen(RESEND_SECONDS)) await chain.broadcast(raw)
    },
  }
}

const takingTurns = (most: number) => {
  let taken = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < most) taken++
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else taken--
    }
  }
}
