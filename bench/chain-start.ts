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

/** What a chain of its own adds to Piazza's first start: until it listens, and until a balance can be read. */
export const benchChainStart = async (rounds: number): Promise<Row[]> => {
  const rows: Row[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await measure(NO_CHAIN)
    const withIt = await measure({})
    const addedMs = withIt.balanceMs - without.listensMs
    rows.push({ what: `primo avvio ${round + 1}, senza catena`, ...without, addedMs: 0 })
    rows.push({ what: `primo avvio ${round + 1}, con la catena`, ...withIt, addedMs })
  }
  return rows
}

const measure = async (env: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  const began = performance.now()
  const chain = 'CHAIN_RPC_URL' in env ? undefined : untilReadable(join(folder, 'chain'))
  const piazza = await start(folder, env)
  try {
    const listensMs = Math.round(performance.now() - began)
    await chain
    return { listensMs, balanceMs: chain ? Math.round(performance.now() - began) : 0 }
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
  }
}

// A chain takes its public name when its token is there and everything on it is as it was.
const untilReadable = async (folder: string): Promise<void> => {
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
