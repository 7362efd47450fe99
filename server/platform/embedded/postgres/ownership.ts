import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '#server/platform/start/start-errors.ts'
import { applicationAddress, superuserAddress, tryToConnect } from './connection.ts'
import { fixOwner, type Programs } from './programs.ts'
import { launch } from './server.ts'

export type ServerParts = { folder: string; host: string; programs: Programs; durable: boolean; signal: AbortSignal }

// The process that holds this advisory lock owns the folder; PostgreSQL releases it when the connection ends.
const OWNERSHIP_LOCK = 5_428_219_774
const TIMEOUT_MS = 60_000
const LAUNCH_TIMEOUT_MS = 10_000
// Another process is starting a server, or children of a killed server still hold its shared memory.
const TRANSIENT = /lock file|shared memory/
const LOCK_RELEASE_MS = 200

/**
 * Connects to the server of the folder, or starts one, and takes the lock. Of two processes that start concurrently, the one
 * with the lock owns the server, even if the other one started it.
 */
export const takeOwnership = async (server: ServerParts, onLost: () => void): Promise<pg.Client> => {
  const { folder, host, programs, durable, signal } = server
  const startedAt = performance.now()
  let owned = false
  for (let pause = 20; ; pause = Math.min(pause * 2, 1_000)) {
    const attempt = await tryToConnect(superuserAddress(host), () => owned && onLost())
    if (attempt.state === 'connected') {
      owned = await acquireLock(attempt.client)
      if (owned) return attempt.client
      await attempt.client.end()
      throw new StartFailure(
        `La cartella ${folder} è già aperta da un’altra Piazza: chiudila o indica un’altra DATA_DIR.`,
      )
    }
    if (attempt.state === 'noServer') {
      try {
        await fixOwner(folder, programs)
        await launch(folder, programs, durable, signal)
        continue
      } catch (error) {
        const isTransient =
          TRANSIENT.test((error as Error).message) && performance.now() - startedAt < LAUNCH_TIMEOUT_MS
        if (signal.aborted || !isTransient) throw error
      }
    }
    if (signal.aborted || performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`Il database in ${folder} non risponde.`)
    await sleep(pause)
  }
}

// The lock of a killed process is released within milliseconds if its connection is idle, otherwise only when its running
// statement ends. So an idle holder that keeps the lock is alive.
const acquireLock = async (client: pg.Client) => {
  for (const startedAt = performance.now(); ; await sleep(20)) {
    const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [
      OWNERSHIP_LOCK,
    ])
    if (rows[0]?.acquired) return true
    const active = await client.query(`
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database() and state <> 'idle'`)
    const timeout = active.rows.length > 0 ? TIMEOUT_MS : LOCK_RELEASE_MS
    if (performance.now() - startedAt > timeout) return false
  }
}

/** Creates the application's role and database if missing. Runs at each start, because an earlier one may have been killed. */
export const ensureDatabase = async (client: pg.Client) => {
  const { user, database } = applicationAddress('')
  const role = await client.query('select from pg_roles where rolname = $1', [user])
  if (role.rows.length === 0) await client.query(`create role ${pg.escapeIdentifier(user)} login createdb`)
  const existing = await client.query('select from pg_database where datname = $1', [database])
  if (existing.rows.length === 0)
    await client.query(`create database ${pg.escapeIdentifier(database)} owner ${pg.escapeIdentifier(user)}`)
}
