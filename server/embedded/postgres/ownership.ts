import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { applicationAddress, supervisorAddress, tryConnecting } from './connection.ts'
import { fixOwner, type Programs } from './programs.ts'
import { launch } from './server.ts'

export type House = { folder: string; host: string; programs: Programs; durable: boolean; signal: AbortSignal }

// Whoever holds this lock owns the folder; the server frees it with the connection, whatever became of the holder.
const OWNERSHIP = 5_428_219_774
const PATIENCE_MS = 60_000
const LAUNCH_PATIENCE_MS = 10_000
// A rival that is just starting, or children of a killed server that still hold its memory.
const GIVES_WAY = /lock file|shared memory/
const FAREWELL_MS = 200

/**
 * Attaches to the server that runs in the folder, or starts one, and takes the lock on its own connection. Who started the
 * server does not matter: of two that race, the one with the lock has won.
 */
export const takeOwnership = async (house: House, onLost: () => void): Promise<pg.Client> => {
  const { folder, host, programs, durable, signal } = house
  const began = Date.now()
  let owned = false
  for (let pause = 20; ; pause = Math.min(pause * 2, 1_000)) {
    const attempt = await tryConnecting(supervisorAddress(host), () => owned && onLost())
    if (attempt.state === 'open') {
      owned = await claim(attempt.client)
      if (owned) return attempt.client
      await attempt.client.end()
      throw new Error(`La cartella ${folder} è già aperta da un'altra Piazza: chiudila o indica un'altra DATA_DIR.`)
    }
    if (attempt.state === 'absent') {
      try {
        await fixOwner(folder, programs)
        await launch(folder, programs, durable, signal)
        continue
      } catch (error) {
        const hopeful = GIVES_WAY.test((error as Error).message) && Date.now() - began < LAUNCH_PATIENCE_MS
        if (signal.aborted || !hopeful) throw error
      }
    }
    if (signal.aborted || Date.now() - began > PATIENCE_MS) throw new Error(`Il database in ${folder} non risponde.`)
    await sleep(pause)
  }
}

// A holder at rest is alive: the server frees a killed one's lock within moments. One at work is furnishing, or was killed
// while it did and is missed by the server only at the end of its statement.
const claim = async (client: pg.Client) => {
  for (const began = Date.now(); ; await sleep(20)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [OWNERSHIP])
    if (rows[0]?.taken) return true
    const working = await client.query(`
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database() and state <> 'idle'`)
    const patience = working.rows.length > 0 ? PATIENCE_MS : FAREWELL_MS
    if (Date.now() - began > patience) return false
  }
}

/** Makes the application's user and database; each start looks again, so that a kill leaves nothing half done. */
export const furnish = async (client: pg.Client) => {
  const { user, database } = applicationAddress('')
  const role = await client.query('select from pg_roles where rolname = $1', [user])
  if (role.rows.length === 0) await client.query(`create role ${pg.escapeIdentifier(user)} login createdb`)
  const own = await client.query('select from pg_database where datname = $1', [database])
  if (own.rows.length === 0)
    await client.query(`create database ${pg.escapeIdentifier(database)} owner ${pg.escapeIdentifier(user)}`)
}
