import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '#bench/server.ts'
import { ipcProvider } from '#server/chain/ipc.ts'
import { SOCKET } from '#server/embedded/chain/start.ts'

type Row = { what: string; listensMs: number; balanceMs: number; addedMs: number }

const NO_CHAIN = {
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
  TREASURY_KEY: `0x${'22'.repeat(32)}`,
}

/** The first start with and without the embedded chain: time until the server listens and until a balance is readable. */
export const benchChainStart = async (rounds: number): Promise<Row[]> => {
  const rows: Row[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await measure(NO_CHAIN)
    const withChain = await measure({})
    const addedMs = withChain.balanceMs - without.listensMs
    rows.push({ what: `primo avvio ${round + 1}, senza catena`, ...without, addedMs: 0 })
    rows.push({ what: `primo avvio ${round + 1}, con la catena`, ...withChain, addedMs })
  }
  return rows
}

const measure = async (env: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  const startedAt = performance.now()
  const chain = 'CHAIN_RPC_URL' in env ? undefined : waitUntilReadable(join(folder, 'chain'))
  const piazza = await start(folder, env)
  try {
    const listensMs = Math.round(performance.now() - startedAt)
    await chain
    return { listensMs, balanceMs: chain ? Math.round(performance.now() - startedAt) : 0 }
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
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
