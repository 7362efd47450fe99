import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { canIsolate } from '#server/platform/embedded/chain/anvil.ts'
import { ipcProvider, type Provider } from '#server/platform/embedded/chain/ipc.ts'
import { FolderTaken, SOCKET, startEmbeddedChain } from '#server/platform/embedded/chain/start.ts'
import { type ChainSettings, SettingError } from '#server/settings.ts'
import { type Chain, type ChainParts, httpTransport, ipcTransport, makeChain } from '#server/val/chain/client.ts'
import { firstContractOf } from '#server/val/chain/token.ts'

export type OpenChain = {
  chain: Chain
  /** Resolves when the embedded chain responds. */
  ready: Promise<void>
  /** Whether only this server can reach an embedded chain. */
  isIsolated: boolean
  close(): Promise<void>
}
export type EmbeddedParts = Omit<ChainParts, 'transport' | 'mine' | 'ready'>

type Options = {
  dataDir: string
  settings: ChainSettings
  /** The treasury key of the embedded chain. */
  treasuryKey(): Promise<Hex>
  restore(provider: Provider, parts: EmbeddedParts): Promise<void>
  log: (line: string) => void
  /** Uses the embedded chain of another process if one is running, instead of failing. */
  shareRunning?: boolean
}

// Confirmations on a public network, whose last blocks may still be reorganised.
const PUBLIC_DEPTH = 2

/** Opens the configured node, or the embedded chain in the data folder, which starts in the background. */
export const openChain = (options: Options): Promise<OpenChain> =>
  options.settings.node ? openExternal(options.settings.id, options.settings.node) : openEmbedded(options)

const openExternal = async (chainId: number, node: NonNullable<ChainSettings['node']>): Promise<OpenChain> => {
  const chain = makeChain({
    transport: httpTransport(node.url),
    chainId,
    token: getAddress(node.token),
    treasury: privateKeyToAccount(node.treasuryKey as Hex),
    gas: node.gas,
    depth: node.gas === 'free' ? 0 : PUBLIC_DEPTH,
  })
  return { chain, ready: Promise.resolve(), isIsolated: true, close: async () => undefined }
}

const NOT_ISOLATED =
  'La rete interna dei VAL non si può isolare (unshare --user --net è vietato): ogni utente di questa macchina potrebbe muovere i ' +
  'VAL di tutti. Permetti gli spazi di nomi (nell’unità di systemd RestrictNamespaces=user net), o metti CHAIN_ISOLATION=off ' +
  'se su questa macchina ci sei solo tu.'

const openEmbedded = async (options: Options): Promise<OpenChain> => {
  const { dataDir, settings, treasuryKey, restore, log, shareRunning = false } = options
  const isolated = canIsolate()
  if (settings.requiresIsolation && !isolated) throw new SettingError(NOT_ISOLATED)
  const folder = join(dataDir, 'chain')
  const treasury = privateKeyToAccount(await treasuryKey())
  const token = firstContractOf(treasury.address)
  const parts: EmbeddedParts = { chainId: settings.id, token, treasury, gas: 'free', depth: 0 }
  const embedded = await startEmbeddedChain(folder, {
    chainId: settings.id,
    isolated,
    restore: (provider) => restore(provider, parts),
    log,
  }).catch((error) => {
    if (shareRunning && error instanceof FolderTaken) return undefined
    throw error
  })
  const provider = ipcProvider(folder, SOCKET)
  const chain = makeChain({
    ...parts,
    transport: ipcTransport(provider),
    mine: coalescedMining(provider),
    ...(embedded && { ready: embedded.ready }),
  })
  return {
    chain,
    ready: embedded?.ready ?? waitForAnswer(chain),
    isIsolated: isolated,
    close: async () => {
      provider.close()
      await embedded?.stop()
    },
  }
}

// Requests that arrive while a block is being mined share the next block.
const coalescedMining = (provider: Provider) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return (): Promise<void> => {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined
        running = provider.request({ method: 'evm_mine' })
        await running
      })
    return next
  }
}

const ANSWER_TIMEOUT_MS = 20_000

const waitForAnswer = async (chain: Chain): Promise<void> => {
  for (const deadline = performance.now() + ANSWER_TIMEOUT_MS; ; await sleep(50)) {
    try {
      await chain.head()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}
