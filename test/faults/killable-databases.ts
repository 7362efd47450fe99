import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endDatabase } from '#test/faults/chain-kill.ts'
import { makeCluster, startPostgres15 } from '#test/postgres-15-server.ts'

/** A database that a test can kill. */
export type TestDatabase = {
  env: Record<string, string>
  /** Kills it and returns whether it was running; it is started again by its supervisor. */
  kill(): Promise<boolean>
  end(): Promise<void>
}

/** The embedded database, supervised by the server. */
export const embeddedDatabase = (dataDir: string): TestDatabase => ({
  env: {},
  async kill() {
    try {
      const pid = Number(readFileSync(join(dataDir, 'database', 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      return true
    } catch {
      return false
    }
  },
  end: () => endDatabase(dataDir),
})

/** A separate PostgreSQL 15 server, restarted here after a kill. */
export const postgres15Database = async (): Promise<TestDatabase> => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-database-'))
  await makeCluster(root)
  let server = await startPostgres15(root)
  return {
    env: { DATABASE_URL: 'postgres:///postgres', PGHOST: root, PGUSER: 'piazza' },
    async kill() {
      await server.end('SIGKILL')
      server = await startPostgres15(root)
      return true
    },
    async end() {
      await server.end('SIGINT')
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
