import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '#bench/process.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { aDatabase } from '#test/database.ts'
import { caller, SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const PATIENCE_MS = 60_000

/** Ends with the test, and not before. */
const endWithTest = (server: ChildProcess, log: () => string) =>
  onTestFinished(async () => {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`Piazza died by itself: ${log().slice(-4_000)}`)
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  })

/** Where the processes of a test find a database of the run. */
export const databaseEnvironment = (database: string): Record<string, string> => {
  const { host, port, user } = inject('databaseAddress')
  return { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGPORT: String(port), PGUSER: user }
}

/** Piazza itself, as an association runs it, in a process of its own over a database of the test's; what it writes is kept. */
export const aBesieged = async (env: Record<string, string> = {}) => {
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-siege-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const port = await freePort()
  const written: string[] = []
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      WALLET_SECRET: SECRET,
      PUBLIC_URL: 'https://piazza.example',
      DEMO: '0',
      ...databaseEnvironment(db.options.database),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => written.push(String(chunk)))
  endWithTest(server, () => written.join(''))
  const origin = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(20)) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) break
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`Piazza did not open: ${written.join('')}`)
  }
  return {
    ...{ db, origin, port, server, dataDir, call: caller(origin) },
    /** Everything that the server has written so far. */
    log: () => written.join(''),
    ...makePopulation(
      db,
      makeTokens(SECRET, () => new Date()),
    ),
  }
}
export type Besieged = Awaited<ReturnType<typeof aBesieged>>
