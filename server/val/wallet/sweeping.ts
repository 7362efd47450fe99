import { randomUUID } from 'node:crypto'
import type { Next } from '#server/platform/jobs/repeated.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { WalletStore } from '#server/val/wallet/store.ts'

type Parts = { store: WalletStore; chain: Chain; now: () => Date }

/**
 * Transfers the VAL of deleted members to the treasury. The key of a wallet is deleted only once the wallet is empty on the
 * chain and no transfer to it is pending, so that VAL which arrive late are not lost.
 */
export const makeSweeping = ({ store, chain, now }: Parts) => {
  /** Returns true if the wallet must be checked again. */
  const sweep = async (memberId: string): Promise<boolean> => {
    const account = await store.findAccount(memberId)
    if (!account) return false
    const movement = await store.lastMovement(account)
    // Before the transaction, because the chain may take long to answer.
    const amount = await chain.balanceOf(account)
    return store.transaction(async (tx) => {
      const wallet = await store.lockDeletedWallet(tx, memberId)
      if (!wallet) return false
      const { account: sender, sealedKey } = wallet
      if (await store.hasOpenTransfers(tx, sender)) return true
      // Something has moved since the balance was read.
      if ((await store.lastMovement(sender, tx)) !== movement) return true
      if (amount === 0) {
        await store.deleteWallet(tx, memberId)
        return false
      }
      const key = `sweep:${memberId}:${randomUUID()}`
      const recipient = chain.treasury.address
      await store.intend({ key, kind: 'transfer', sender, memberId, sealedKey, recipient, amount, at: now() }, tx)
      return true
    })
  }

  return async (stopping: AbortSignal): Promise<Next> => {
    let next: Next = 'done'
    for (const memberId of await store.deletedWithWallet()) {
      if (stopping.aborted) return 'later'
      if (await sweep(memberId)) next = 'later'
    }
    return next
  }
}
