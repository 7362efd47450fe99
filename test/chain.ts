import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { onTestFinished } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { ipcProvider } from '#server/platform/embedded/chain/ipc.ts'
import { SOCKET } from '#server/platform/embedded/chain/start.ts'
import { type Chain, ipcTransport, makeChain } from '#server/val/chain/client.ts'
import { type OpenChain, openChain } from '#server/val/chain/open.ts'
import { firstContractOf } from '#server/val/chain/token.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import { sharedFolder } from '#test/database.ts'

const CONCURRENCY = 50
const BLOCK_SIZE = 500
const PATIENCE_MS = 60_000
/** Seals the treasury's key. */
export const WALLET_SECRET = 'a secret that only tests know, and never leaves them'
const treasury = privateKeyToAccount(`0x${'07'.repeat(32)}`)

const absentNode = ipcTransport({
  request: async () => {
    throw new Error('there is no chain')
  },
})

/** A chain that never answers, for tests that do not need one. */
export const absentChain = (transport = absentNode): Chain =>
  makeChain({
    transport,
    chainId: 5,
    token: firstContractOf(treasury.address),
    treasury,
    gas: 'free',
    depth: 0,
  })

export const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-chain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

type TestChain = OpenChain & {
  dataDir: string
  /** The same chain for what a test does and reads itself: it waits for answers longer than a server does. */
  patientChain: Chain
  /** From now on the chain is not used after a restart, until the returned function is called. */
  holdRestart(): () => void
}

const openTestChain = async (db: Database, dataDir: string): Promise<TestChain> => {
  let release = () => {}
  let released = Promise.resolve()
  const open = await openChain({
    dataDir,
    settings: { id: 5, node: undefined },
    treasuryKey: () => openTreasuryKey(dataDir, WALLET_SECRET),
    // No client can connect before the restore is done.
    restore: async (provider, parts) => {
      await released
      await restoreChain(db, provider, parts)
    },
    log: () => undefined,
  })
  await open.ready
  const provider = ipcProvider(join(dataDir, 'chain'), SOCKET)
  const { id: chainId, token, treasury, gas } = open.chain
  const patientChain = makeChain({
    chainId,
    token,
    treasury,
    gas,
    depth: 0,
    transport: () => ipcTransport(provider)(PATIENCE_MS),
    mine: async () => void (await provider.request({ method: 'evm_mine' }, PATIENCE_MS)),
  })
  return {
    ...open,
    dataDir,
    patientChain,
    holdRestart() {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      release = resolve
      return resolve
    },
    async close() {
      // A restart that is held would keep the chain from being closed.
      release()
      provider.close()
      await open.close()
    },
  }
}

/** A running embedded chain for the test; stopped when the test ends. */
export const aChain = async (db: Database, dataDir?: string): Promise<TestChain> => {
  const open = await openTestChain(db, dataDir ?? (await aFolder()))
  onTestFinished(open.close)
  return open
}

/** An embedded chain that ends with the test worker. */
export const sharedChain = async (db: Database): Promise<TestChain> => openTestChain(db, await sharedFolder('chain'))

/** Sends VAL (0.01 by default) to `count` new accounts, past the database, so that a round needs several batches. */
export const fillHolderList = async (
  chain: Chain,
  dataDir: string,
  count: number,
  amountOf: (index: number) => number = () => 1,
): Promise<void> => {
  const provider = ipcProvider(join(dataDir, 'chain'), SOCKET)
  const first = await chain.nonceOf(chain.treasury.address)
  const give = async (index: number) => {
    const recipient = `0x${(index + 4096).toString(16).padStart(40, '0')}`
    const transaction = { kind: 'transfer', recipient, amount: amountOf(index) } as const
    const { raw } = await chain.sign(chain.treasury, { nonce: first + index, gas: 120_000n, gasPrice: 0n, transaction })
    await provider.request({ method: 'eth_sendRawTransaction', params: [raw] }, PATIENCE_MS)
  }
  for (let from = 0; from < count; from += CONCURRENCY) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count - from) }, (_, index) => give(from + index)))
    if (from % BLOCK_SIZE === 0 || from + CONCURRENCY >= count)
      await provider.request({ method: 'evm_mine' }, PATIENCE_MS)
  }
  provider.close()
}
