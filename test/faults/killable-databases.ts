import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { readPidFile, send } from '#server/platform/embedded/postgres/crash-cleanup.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { endDatabase } from '#test/faults/chain-kill.ts'
import { makeCluster, startPostgres15 } from '#test/postgres-15-server.ts'

/** A database that a test can kill. */
export type TestDatabase = {
  env: Record<string, string>
  /** Kills it and returns whether it was running; it is started again by its supervisor. */
  kill(): Promise<boolean>
  end(): Promise<void>
}

const postmasterOf = (dataDir: string) => readPidFile(join(dataDir, 'database'))?.pid

const isChildOf = (parent: number, pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`)
  } catch {
    return false
  }
}

/** Sends a signal to all processes of the embedded database and returns how many there are. */
export const signalDatabase = (dataDir: string, signal: NodeJS.Signals): number => {
  const postmaster = postmasterOf(dataDir)
  // First the postmaster: once it is stopped, it starts no other process.
  if (postmaster === undefined || !send(postmaster, signal)) return 0
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChildOf(postmaster, pid))
  for (const pid of children) send(pid, signal)
  return 1 + children.length
}

/** A second connection to the embedded database of a running server. */
export const connectToEmbedded = async (dataDir: string) => {
  const attached = await attachToEmbeddedDatabase(join(dataDir, 'database'))
  if (!attached) throw new Error('there is no database')
  const db = connect(attached.address, { connections: 2 })
  onTestFinished(async () => {
    await db.close()
    await attached.stop()
  })
  return db
}

/** The embedded database, supervised by the server. */
export const embeddedDatabase = (dataDir: string): TestDatabase => ({
  env: {},
  async kill() {
    const pid = postmasterOf(dataDir)
    return pid !== undefined && send(pid, 'SIGKILL')
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
