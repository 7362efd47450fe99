import type { Database } from '#server/platform/db/pool.ts'
import type { Provider } from '#server/platform/embedded/chain/ipc.ts'
import { type Chain, type ChainParts, ipcTransport, makeChain } from '#server/val/chain/client.ts'
import { type LockedCursor, makeCursorStore, type SignedWithOutcome } from '#server/val/wallet/cursor-store.ts'
import { pairWith } from '#server/val/wallet/pairing.ts'

const PAGE = 200
const DEPLOYMENT_GAS = 5_000_000n
// No client waits for the restore.
const REQUEST_MS = 10_000

/**
 * Restores the state recorded in the database on the embedded chain, which may have lost its last blocks or all of them: the
 * same transactions in the same order give the same balances. Deploys the token the first time.
 */
export const restoreChain = async (
  db: Database,
  node: Provider,
  parts: Omit<ChainParts, 'transport' | 'mine'>,
): Promise<void> => {
  const provider: Provider = { ...node, request: (request) => node.request(request, REQUEST_MS) }
  const chain = makeChain({ ...parts, transport: ipcTransport(provider) })
  const store = makeCursorStore(db)
  const { treasury, token, id } = chain
  await pairWith(chain, store)
  const deployment = {
    nonce: 0,
    gas: DEPLOYMENT_GAS,
    gasPrice: 0n,
    transaction: { kind: 'deploy', recipient: '', amount: 0 } as const,
  }
  await store.intendDeployment({ sender: treasury.address, ...(await chain.sign(treasury, deployment)) })
  // The chain starts at the current time, and could not mine blocks of the past again.
  await setTime(provider, await chain.lastBlockTime())
  await store.withLock(
    async (locked) => {
      const before = await chain.head()
      const missing = await findMissing(chain, locked)
      const executed = missing.filter(({ place }) => place !== null)
      for (const one of executed) await repeat(chain, provider, one)
      // Transactions that were executed again are now in other blocks, so their events are read again.
      if (before < locked.cursor.block) await locked.moveTo(before)
      for (const one of missing) {
        if (one.place === null) await resend(chain, provider, one)
      }
    },
    { wait: true },
  )
  await setTime(provider, new Date())
  if ((await chain.supply()) <= 0) throw new Error(`il token ${token} non risponde sulla rete ${id}`)
}

// The chain has a prefix of the transactions in the database, so the search stops at the first page where none is missing.
const findMissing = async (chain: Chain, locked: LockedCursor): Promise<SignedWithOutcome[]> => {
  const nonces = new Map<string, Promise<number>>()
  const isMissing = async ({ sender, nonce }: SignedWithOutcome) => {
    const counted = nonces.get(sender) ?? chain.nonceOf(sender)
    nonces.set(sender, counted)
    return nonce >= (await counted)
  }
  const missing = new Map<string, SignedWithOutcome>()
  for (let from = 0; ; from += PAGE) {
    const page = await locked.signed(from, PAGE)
    const lost = (await Promise.all(page.map(async (one) => ((await isMissing(one)) ? [one] : [])))).flat()
    for (const one of lost) missing.set(one.id, one)
    const executed = page.filter(({ place }) => place !== null)
    const isFound = executed.length > 0 && !lost.some(({ place }) => place !== null)
    if (isFound || page.length < PAGE) return [...missing.values()].reverse()
  }
}

const repeat = async (
  chain: Chain,
  provider: Provider,
  { raw, hash, succeeded, minedAt }: SignedWithOutcome,
): Promise<void> => {
  await chain.broadcast(raw)
  const time = Math.max(minedAt?.getTime() ?? 0, (await chain.lastBlockTime()).getTime())
  const timestamp = Math.floor(time / 1000)
  await provider.request({ method: 'evm_mine', params: [{ timestamp }] })
  const receipt = await chain.findReceipt(hash)
  if (receipt?.succeeded !== succeeded) throw new Error(`la transazione ${hash} non si ripete come la prima volta`)
}

const resend = async (chain: Chain, provider: Provider, { raw }: SignedWithOutcome): Promise<void> => {
  await chain.broadcast(raw)
  await setTime(provider, new Date())
  await provider.request({ method: 'evm_mine' })
}

const setTime = (provider: Provider, time: Date) =>
  provider.request({ method: 'evm_setTime', params: [Math.floor(time.getTime() / 1000)] })
