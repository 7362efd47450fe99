import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '#bench/server.ts'
import { ipcProvider } from '#server/platform/embedded/chain/ipc.ts'
import { SOCKET } from '#server/platform/embedded/chain/start.ts'

type Row = { what: string; listensMs: number; balanceMs: number; addedMs: number }

const NO_CHAIN = {
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
  TREASURY_KEY: `0x${'22'.repeat(32)}`,
}

/** The first start with and without the embedded chain, and a second one: time until it listens, and until a balance is readable. */
export const benchStart = async (rounds: number): Promise<Row[]> => {
  const rows: Row[] = []
  for (let round = 1; round <= rounds; round++) {
    const without = await inNewFolder((folder) => measure(folder, NO_CHAIN))
    const [first, second] = await inNewFolder(
      async (folder) => [await measure(folder, {}), await measure(folder, {})] as const,
    )
    rows.push({ what: `primo avvio ${round}, senza catena`, ...without, addedMs: 0 })
    rows.push({ what: `primo avvio ${round}, con la catena`, ...first, addedMs: first.balanceMs - without.listensMs })
    rows.push({ what: `secondo avvio ${round}, con la catena`, ...second, addedMs: 0 })
  }
  return rows
}

const inNewFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const measure = async (folder: string, env: Record<string, string>) => {
  const startedAt = performance.now()
  const chain = 'CHAIN_RPC_URL' in env ? undefined : waitUntilReadable(join(folder, 'chain'))
  const piazza = await start(folder, env)
  try {
    const listensMs = Math.round(performance.now() - startedAt)
    await chain
    return { listensMs, balanceMs: chain ? Math.round(performance.now() - startedAt) : 0 }
  } finally {
    await piazza.end()
  }
}

// The socket gets its public name once the token is deployed and the chain's state is restored.
const waitUntilReadable = async (folder: string): Promise<void> => {
  for (;;) {
    await sleep(10)
    try {
      const provider = ipcProvider(folder, SOCKET)
      await provider.request({ method: 'eth_blockNumber' }).finally(provider.close)
      return
    } catch {
      // Not yet.
    }
  }
}
