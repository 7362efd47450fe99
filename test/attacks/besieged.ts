import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { makeTokens } from '#server/members/tokens.ts'
import { aDatabase } from '#test/database.ts'
import { caller, SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { type Program, startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** Ends with the test, and not before. */
const endWithTest = (server: Program) =>
  onTestFinished(async () => {
    if (!server.isRunning()) throw new Error(`Piazza died by itself: ${server.written().slice(-4_000)}`)
    await server.end()
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
  const server = await startProgram([MAIN], {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    PUBLIC_URL: 'https://piazza.example',
    DEMO: '0',
    ...databaseEnvironment(db.options.database),
    ...env,
  })
  endWithTest(server)
  const { origin, port } = server
  return {
    ...{ db, origin, port, dataDir, call: caller(origin) },
    /** Everything that the server has written so far. */
    log: server.written,
    ...makePopulation(
      db,
      makeTokens(SECRET, () => new Date()),
    ),
  }
}
export type Besieged = Awaited<ReturnType<typeof aBesieged>>
