import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endDatabase } from '#test/faults/chain-kill.ts'
import { makeCluster, startPostgres15 } from '#test/postgres-15-server.ts'

/** What the shop keeps its books in, so that it can be killed. */
export type Books = {
  env: Record<string, string>
  /** Kills it as it runs; answers whether it ran. What keeps it brings it back. */
  kill(): Promise<boolean>
  end(): Promise<void>
}

/** The embedded database, which the shop keeps itself. */
export const embeddedBooks = (dataDir: string): Books => ({
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

/** A server beside, as an association's own: whoever looks after it starts it again. */
export const postgres15Books = async (): Promise<Books> => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-books-'))
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
