import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Chain, type ChainParts, httpTransport, ipcTransport, makeChain } from '#server/chain/client.ts'
import { ipcProvider, type Provider } from '#server/chain/ipc.ts'
import { firstContractOf } from '#server/chain/token.ts'
import { FolderTaken, SOCKET, startEmbeddedChain } from '#server/embedded/chain/start.ts'
import { loadOrCreateSecret } from '#server/secrets.ts'
import type { ChainSettings } from '#server/settings.ts'

export type OpenChain = {
  chain: Chain
  /** Resolves when a chain of our own can be asked. */
  ready: Promise<void>
  close(): Promise<void>
}
export type EmbeddedParts = Omit<ChainParts, 'transport' | 'mine'>

type Options = {
  dataDir: string
  settings: ChainSettings
  restore(provider: Provider, parts: EmbeddedParts): Promise<void>
  log: (line: string) => void
  /** A guest uses the chain that another process keeps, if one does. */
  asGuest?: boolean
}

// On a network with others, the last blocks may still change places.
const PUBLIC_DEPTH = 2

/** The chain of this Piazza: the node it is told of, or its own in the data folder, which comes up beside. */
export const openChain = (options: Options): Promise<OpenChain> =>
  options.settings.node ? openNode(options.settings.id, options.settings.node) : openOwn(options)

const openNode = async (chainId: number, node: NonNullable<ChainSettings['node']>): Promise<OpenChain> => {
  const chain = makeChain({
    transport: httpTransport(node.url),
    chainId,
    token: getAddress(node.token),
    treasury: privateKeyToAccount(node.treasuryKey as Hex),
    gas: node.gas,
    depth: node.gas === 'free' ? 0 : PUBLIC_DEPTH,
  })
  return { chain, ready: Promise.resolve(), close: async () => undefined }
}

const openOwn = async ({ dataDir, settings, restore, log, asGuest = false }: Options): Promise<OpenChain> => {
  const folder = join(dataDir, 'chain')
  const key = Buffer.from(await loadOrCreateSecret(dataDir, 'treasury'), 'base64url').toString('hex')
  const treasury = privateKeyToAccount(`0x${key}`)
  const token = firstContractOf(treasury.address)
  const parts: EmbeddedParts = { chainId: settings.id, token, treasury, gas: 'free', depth: 0 }
  const keeper = await startEmbeddedChain(folder, {
    chainId: settings.id,
    restore: (provider) => restore(provider, parts),
    log,
  }).catch((error) => {
    if (asGuest && error instanceof FolderTaken) return undefined
    throw error
  })
  const provider = ipcProvider(folder, SOCKET)
  const chain = makeChain({ ...parts, transport: ipcTransport(provider), mine: mining(provider) })
  return {
    chain,
    ready: keeper?.ready ?? untilAnswering(chain),
    close: async () => {
      provider.close()
      await keeper?.stop()
    },
  }
}

// Those who ask while a block is being made share the next one.
const mining = (provider: Provider) => {
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

const GUEST_PATIENCE_MS = 20_000

const untilAnswering = async (chain: Chain): Promise<void> => {
  for (const deadline = Date.now() + GUEST_PATIENCE_MS; ; await sleep(50)) {
    try {
      await chain.head()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
