import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { POSTGRES_15 } from '#test/postgres-15.ts'

// PostgreSQL refuses to run as root, so it runs as the user nobody.
const NOBODY = 65_534
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
// On a busy machine, after a kill.
const START_TIMEOUT_MS = 120_000

const giveToServer = async (root: string): Promise<void> => {
  if (identity.uid) await chown(root, NOBODY, NOBODY)
}

/** Creates an empty cluster in a folder. */
export const makeCluster = async (root: string): Promise<void> => {
  await giveToServer(root)
  const options = ['-D', join(root, 'data'), '-U', 'piazza', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(POSTGRES_15, 'initdb'), options, { ...identity, cwd: root, stdio: 'pipe' })
}

/** Copies the running server of another folder, as a streaming replica of it. */
export const makeReplica = async (root: string, primary: string): Promise<void> => {
  await giveToServer(root)
  const options = ['-D', join(root, 'data'), '-h', primary, '-U', 'piazza', '-R', '-X', 'stream', '-c', 'fast', '-N']
  execFileSync(join(POSTGRES_15, 'pg_basebackup'), options, { ...identity, cwd: root, stdio: 'pipe' })
}

/** Starts the server of a folder on a Unix socket there, and waits until it answers. */
export const startPostgres15 = async (root: string, settings: string[] = []) => {
  const address = { host: root, port: 5432, user: 'piazza', database: 'postgres' }
  const options = ['-D', join(root, 'data'), '-k', root, '-c', 'listen_addresses=', '-c', 'fsync=off']
  for (const setting of settings) options.push('-c', setting)
  const begin = () => spawn(join(POSTGRES_15, 'postgres'), options, { ...identity, cwd: root, stdio: 'ignore' })
  let server = begin()
  const db = connect(address, { connections: 1 })
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    try {
      await db.execute(sql`select 1`)
      break
    } catch (error) {
      if (Date.now() > deadline) throw error
      // After a kill it does not start until the last child process has ended.
      if (server.exitCode !== null) server = begin()
    }
  }
  await db.close()
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  return { address, end, signal: (signal: NodeJS.Signals) => server.kill(signal) }
}
