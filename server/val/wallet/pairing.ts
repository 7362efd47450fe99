import type { Chain } from '#server/val/chain/client.ts'
import type { makeCursorStore } from '#server/val/wallet/cursor-store.ts'

/** A database belongs to the token and chain it was first opened with; any other is refused. */
export const pairWith = async (chain: Chain, store: ReturnType<typeof makeCursorStore>): Promise<void> => {
  const known =
    (await store.find()) ??
    (await store.pair({ chainId: chain.id, token: chain.token, block: await chain.blockBeforeToken() }))
  if (known.token !== chain.token || known.chainId !== chain.id) {
    throw new Error(
      `Il database segue il token ${known.token} sulla rete ${known.chainId}, non ${chain.token} sulla rete ${chain.id}.`,
    )
  }
}
