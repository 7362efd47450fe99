// Kills server and chain again and again while transfers are made, and counts the VAL afterwards:
//   node test/faults/chain-kill.ts 200
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachToEmbeddedDatabase, startEmbeddedDatabase } from '#server/embedded/postgres/start.ts'

const WAKING_MS = 1_500
const REVIVAL_MS = 300
const TILL = join(import.meta.dirname, 'chain-till.fixture.ts')

export type Count = { balances: number[]; nonces: number[]; supply: number }
export type Outcome = { count: Count; lives: number; chainDeaths: number; acknowledgedTwice: number[] }

/** Each life is cut off after a few transfers, until `deaths` have been died; the last one finishes the work. */
export const killWhilePaying = async (transfers: number, deaths: number): Promise<Outcome> => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'piazza-faults-')))
  const acknowledged: number[] = []
  let count: Count | undefined
  let lives = 0
  let chainDeaths = 0
  try {
    for (; !count; lives++) {
      const till = spawn(process.execPath, [TILL, dataDir, String(transfers), acknowledged.join(',')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const enough = Promise.withResolvers<void>()
      const last = acknowledged.length + Math.random() * (transfers / deaths)
      createInterface({ input: till.stdout }).on('line', (line) => {
        const [word, rest = ''] = line.split(' ')
        if (word === 'fatto') acknowledged.push(Number(rest))
        if (word === 'conti') count = JSON.parse(rest)
        if (acknowledged.length >= last) enough.resolve()
      })
      const gone = once(till, 'exit')
      if (lives < deaths) {
        // Some are killed while they wake up, most while they pay.
        await Promise.race([gone, lives % 4 === 3 ? sleep(Math.random() * WAKING_MS) : enough.promise])
        if (lives % 3 !== 0) chainDeaths += killChain(dataDir)
        // Half of them see the chain die and come back first.
        if (lives % 2 === 1) await Promise.race([gone, sleep(Math.random() * REVIVAL_MS)])
        await kill(till)
      } else {
        const [code] = await gone
        if (code !== 0) throw new Error(`the last life ended with ${code}`)
      }
    }
    const acknowledgedTwice = acknowledged.filter((number, index) => acknowledged.indexOf(number) !== index)
    return { count, lives, chainDeaths, acknowledgedTwice }
  } finally {
    killChain(dataDir)
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const kill = async (till: ChildProcess): Promise<void> => {
  if (till.exitCode !== null || till.signalCode !== null) return
  const gone = once(till, 'exit')
  till.kill('SIGKILL')
  await gone
}

export const signalChain = (dataDir: string, signal: NodeJS.Signals): number => {
  const chains = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChainIn(pid, join(dataDir, 'chain')))
  for (const pid of chains) process.kill(pid, signal)
  return chains.length
}
export const killChain = (dataDir: string): number => signalChain(dataDir, 'SIGKILL')

const isChainIn = (pid: number, folder: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

// A life that was cut off leaves its database running.
export const endDatabase = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'database')
  const guest = await attachToEmbeddedDatabase(folder)
  if (!guest) return
  await guest.stop()
  await (await startEmbeddedDatabase(folder)).stop()
}

if (import.meta.main) {
  const transfers = Number(process.argv[2] ?? 200)
  const { expectedBalances, SUPPLY } = await import('#test/faults/chain-plan.ts')
  const { count, lives, chainDeaths } = await killWhilePaying(transfers, Math.ceil(transfers / 10))
  const expected = expectedBalances(transfers)
  const isRight = count.supply === SUPPLY && JSON.stringify(count.balances) === JSON.stringify(expected)
  const made = count.nonces.reduce((sum, nonce) => sum + nonce, 0)
  process.stdout.write(
    `${transfers} trasferimenti, ${lives} vite, ${chainDeaths} morti della sola catena o insieme: ` +
      `${made} transazioni, saldi ${isRight ? 'giusti' : `SBAGLIATI ${JSON.stringify(count)}`}\n`,
  )
  process.exitCode = isRight && made === transfers ? 0 : 1
}
