import { randomUUID } from 'node:crypto'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { WalletStore } from '#server/val/wallet/store.ts'

const CHECK_AGAIN_MS = 5_000

type Parts = { store: WalletStore; chain: Pick<Chain, 'balanceOf' | 'treasury'>; now: () => Date }

/**
 * The wallets of deleted members: what they hold goes to the treasury. The key is deleted only once the chain says that the
 * wallet is empty and no transfer to it is under way, so that VAL which arrive late are not lost.
 */
export const makeSweeping = ({ store, chain, now }: Parts) => {
  const sweep = (memberId: string): Promise<void> =>
    store.transaction(async (tx) => {
      const wallet = await store.lockDeletedWallet(tx, memberId)
      if (!wallet || (await store.hasOpenTransfers(tx, wallet.account))) return
      const amount = await chain.balanceOf(wallet.account)
      if (amount === 0) return store.deleteWallet(tx, memberId)
      const { account: sender, sealedKey } = wallet
      const key = `sweep:${memberId}:${randomUUID()}`
      const recipient = chain.treasury.address
      await store.intend({ key, kind: 'transfer', sender, memberId, sealedKey, recipient, amount }, tx)
      await jobs.add(tx, 'sweep-wallets', {}, { runAt: new Date(now().getTime() + CHECK_AGAIN_MS) })
    })

  return async (stopping: AbortSignal): Promise<void> => {
    for (const memberId of await store.deletedWithWallet()) {
      if (stopping.aborted) return
      await sweep(memberId)
    }
  }
}
