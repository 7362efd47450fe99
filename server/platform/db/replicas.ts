import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict, isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { watchHealth } from '#server/platform/db/health.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const CHECK_MS = 500
// A replica that lags more than this behind the primary is not read from.
const MAX_LAG_MS = 1_000
const FIRST_POLL_MS = 2
const LONGEST_POLL_MS = 50
const NEVER = -1

type Replica = {
  name: string
  db: Database
  /** How many changes it is known to have applied. */
  applied: number
  isLeftOut: boolean
}

const isOverdue = (error: unknown) => (error as { code?: string }).code === '57014'

/**
 * The primary's position in its write-ahead log, including commits not flushed to disk (synchronous_commit off). At the start
 * of a page it is the position before the page header of 24 or 40 bytes, which a replica applies only with the next record.
 */
const positionOf = async (primary: Database): Promise<string> => {
  const row = await primary.first<{ position: string }>(sql`
    select (case when written - flushed in (24, 40) and mod(flushed - '0/0', 8192) = 0 then flushed else written end)::text as position
    from (select pg_current_wal_insert_lsn() as written, pg_current_wal_flush_lsn() as flushed) as primary_log`)
  return row?.position ?? ''
}

/** False for a server that is not in recovery: it was promoted or the address is wrong, so it follows no primary. */
const hasApplied = async ({ db }: Replica, position: string): Promise<boolean> => {
  const row = await db.first<{ applied: boolean }>(sql`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as applied`)
  return row?.applied === true
}

/** Polls a replica until it has applied everything up to the position; false if it lags or does not respond. */
const catchesUp = async (replica: Replica, position: string): Promise<boolean> => {
  const deadline = performance.now() + MAX_LAG_MS
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(2 * wait, LONGEST_POLL_MS)) {
    if (await hasApplied(replica, position).catch(() => false)) return true
    if (performance.now() > deadline) return false
    await sleep(wait)
  }
}

/**
 * Streaming replicas for public reads. After every change of public data (`expectChange`) a replica is used only once it has
 * applied everything that the primary had written by then; until then, and without replicas, reads go to the primary. So
 * results are never older than the last change that this instance of the server knows of.
 */
export const openReplicas = (primary: Database, urls: string[], log: (line: string) => void) => {
  const stopping = new AbortController()
  const replicas: Replica[] = urls.map((url) => ({
    name: new URL(url).host,
    db: connect(url),
    applied: NEVER,
    isLeftOut: false,
  }))
  let changes = 0
  let changed = Promise.withResolvers<void>()
  let turn = 0
  let running: Promise<unknown> | undefined
  let health: { stop(): void }[] = []

  const setLeftOut = (replica: Replica, isLeftOut: boolean): void => {
    if (isLeftOut) replica.applied = NEVER
    if (isLeftOut !== replica.isLeftOut)
      log(
        isLeftOut
          ? `La replica ${replica.name} è in ritardo o non risponde: le letture vanno altrove.`
          : `La replica ${replica.name} è di nuovo aggiornata.`,
      )
    replica.isLeftOut = isLeftOut
  }

  const pause = () => sleep(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)

  const follow = async (replica: Replica): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [known, nextChange] = [changes, changed.promise]
      const position = await positionOf(primary).catch(() => undefined)
      // While the primary is down nothing changes, so replicas that were up to date stay in use.
      if (position === undefined) {
        await pause()
        continue
      }
      const isApplied = await catchesUp(replica, position)
      setLeftOut(replica, !isApplied)
      if (isApplied) replica.applied = known
      await Promise.race([nextChange, pause()])
    }
  }

  const next = (): Replica | undefined => {
    const current = replicas.filter(({ applied }) => applied === changes)
    return current[turn++ % current.length]
  }

  const read = async <T>(run: (db: Database) => Promise<T>): Promise<T> => {
    const replica = next()
    if (!replica) return run(primary)
    try {
      return await run(replica.db)
    } catch (error) {
      if (isOverdue(error) || !(isDatabaseUnavailable(error) || isConflict(error))) throw error
      if (!isConflict(error)) setLeftOut(replica, true)
      return run(primary)
    }
  }

  const reads: Database = {
    ...primary,
    query: (statement) => read((db) => db.query(statement)),
    first: (statement) => read((db) => db.first(statement)),
  }

  return {
    /** The database; reads outside of transactions may go to a replica. */
    reads,
    expectChange(): void {
      changes++
      changed.resolve()
      changed = Promise.withResolvers()
    },
    start(): void {
      health = replicas.map(({ db }) => watchHealth(db, () => undefined))
      running ??= Promise.all(replicas.map(follow))
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
      for (const watch of health) watch.stop()
      await Promise.all(replicas.map(({ db }) => db.close()))
    },
  }
}
