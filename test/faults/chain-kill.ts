// Kills server and chain repeatedly while transfers are made, and compares the balances afterwards:
//   node test/faults/chain-kill.ts 200
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#server/platform/embedded/postgres/crash-cleanup.ts'
import { attachToEmbeddedDatabase, startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'

const START_MS = 1_500
const RESTART_MS = 300
const FIXTURE = join(import.meta.dirname, 'chain-transfers.fixture.ts')

export type Count = { balances: number[]; nonces: number[]; supply: number }
export type Outcome = { count: Count; starts: number; chainKills: number; acknowledgedTwice: number[] }

/** Kills each server process after a few transfers, `kills` times; the last one completes the work. */
export const killWhilePaying = async (transfers: number, kills: number): Promise<Outcome> => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'piazza-faults-')))
  const acknowledged: number[] = []
  let count: Count | undefined
  let starts = 0
  let chainKills = 0
  try {
    for (; !count; starts++) {
      const server = spawn(process.execPath, [FIXTURE, dataDir, String(transfers), acknowledged.join(',')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const enoughTransfers = Promise.withResolvers<void>()
      const last = acknowledged.length + Math.random() * (transfers / kills)
      createInterface({ input: server.stdout }).on('line', (line) => {
        const [word, rest = ''] = line.split(' ')
        if (word === 'acknowledged') acknowledged.push(Number(rest))
        if (word === 'count') count = JSON.parse(rest)
        if (acknowledged.length >= last) enoughTransfers.resolve()
      })
      // 'exit' may come before the last lines of the output: the next process would repeat those transfers.
      const exited = once(server, 'close')
      if (starts < kills) {
        // Some are killed during the start, most during transfers.
        await Promise.race([exited, starts % 4 === 3 ? sleep(Math.random() * START_MS) : enoughTransfers.promise])
        if (starts % 3 !== 0) chainKills += killChain(dataDir)
        // Half of them first see the chain restart.
        if (starts % 2 === 1) await Promise.race([exited, sleep(Math.random() * RESTART_MS)])
        server.kill('SIGKILL')
        await exited
      } else {
        const [code] = await exited
        if (code !== 0) throw new Error(`the last process ended with ${code}`)
      }
    }
    const acknowledgedTwice = acknowledged.filter((number, index) => acknowledged.indexOf(number) !== index)
    return { count, starts, chainKills, acknowledgedTwice }
  } finally {
    killChain(dataDir)
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns how many processes got the signal: the chain may end by itself in the same moment, or together with its server. */
export const signalChain = (dataDir: string, signal: NodeJS.Signals): number =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChainIn(pid, join(dataDir, 'chain')) && send(pid, signal)).length
export const killChain = (dataDir: string): number => signalChain(dataDir, 'SIGKILL')

const isChainIn = (pid: number, folder: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

// A killed server leaves its database running.
export const endDatabase = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'database')
  const attached = await attachToEmbeddedDatabase(folder)
  if (!attached) return
  await attached.stop()
  await (await startEmbeddedDatabase(folder)).stop()
}

if (import.meta.main) {
  const transfers = Number(process.argv[2] ?? 200)
  const { expectedBalances, SUPPLY } = await import('#test/faults/chain-plan.ts')
  const { count, starts, chainKills } = await killWhilePaying(transfers, Math.ceil(transfers / 10))
  const expected = expectedBalances(transfers)
  const isRight = count.supply === SUPPLY && JSON.stringify(count.balances) === JSON.stringify(expected)
  const made = count.nonces.reduce((sum, nonce) => sum + nonce, 0)
  process.stdout.write(
    `${transfers} trasferimenti, ${starts} avvii, ${chainKills} interruzioni della catena: ` +
      `${made} transazioni, saldi ${isRight ? 'giusti' : `SBAGLIATI ${JSON.stringify(count)}`}\n`,
  )
  process.exitCode = isRight && made === transfers ? 0 : 1
}
