import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { aDatabase, addressOf } from '#test/database.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { type Program, startProgram } from '#test/program.ts'
import serverProcess from '../../scripts/server-process.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** Stops the server after the test; fails if it has exited by itself. */
const endWithTest = (server: Program) =>
  onTestFinished(async () => {
    if (!server.isRunning()) throw new Error(`the server exited by itself: ${server.written().slice(-4_000)}`)
    await server.end()
  })

/** Environment variables that point a server process to a test database. */
export const databaseEnvironment = (database: string): Record<string, string> => {
  const { host, port, user } = inject('databaseAddress')
  return { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGPORT: String(port), PGUSER: user }
}

export const METRICS_TOKEN = 'a token for metrics'

/** The production server in its own process, on a test database; its output is collected. */
export const aServerProcess = async (env: Record<string, string> = {}) => {
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-siege-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const server = await startProgram([...serverProcess.flags, MAIN], {
    ...serverProcess.environment,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    PUBLIC_URL: 'https://piazza.example',
    DEMO: '0',
    SMTP_URL: 'none',
    DRAIN_SECONDS: '0',
    METRICS_TOKEN,
    QUIET_HOURS: 'off',
    ...databaseEnvironment(addressOf(db).database),
    ...env,
  })
  endWithTest(server)
  const { origin, port } = server
  return {
    db,
    origin,
    port,
    pid: server.pid,
    dataDir,
    call: apiCaller(origin),
    /** The server's output so far. */
    log: server.written,
    ...makePopulation(db),
  }
}
export type ServerProcess = Awaited<ReturnType<typeof aServerProcess>>
