import { join } from 'node:path'
import type pg from 'pg'
import { watchHealth } from '#server/platform/db/health.ts'
import { isMigrated, migrate } from '#server/platform/db/migrate.ts'
import { makeMovedStore } from '#server/platform/db/moved-store.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { SettingError } from '#server/settings.ts'

/** A pooler reports a process id of its own, which differs from the backend's. */
const isPooler = async (db: Database): Promise<boolean> => {
  const client = (await db.openClient()) as pg.Client & { processID: number }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.end()
  return rows[0]?.pid !== client.processID
}

/** LISTEN, migrations, jobs and prepared statements need a database session. */
const refusePooler = async (db: Database, setting: string): Promise<void> => {
  const isRefused = await isPooler(db).catch((error) => {
    // PgBouncer rejects our session settings with this error.
    if (/unsupported startup parameter/.test(error.message)) return true
    throw error
  })
  if (isRefused)
    throw new SettingError(
      `Impostazione ${setting} sbagliata: porta a un pooler, e per LISTEN e migrazioni serve il database. ` +
        'Metti il pooler in DATABASE_URL e l’indirizzo diretto in DATABASE_DIRECT_URL.',
    )
}

export type OpenDatabase = { db: Database; close(): Promise<void> }

// A new database gets all migrations, which tells an operator nothing.
const FIRST_MIGRATION = '001_'

/** A database without Piazza, for a caller that may not prepare it. */
export class NotPrepared extends Error {}

/** Throws if the database has no schema, or another version's. */
export const requirePrepared = async (db: Database): Promise<void> => {
  if (!(await isMigrated(db))) throw new NotPrepared()
}

/** Opens the database at `databaseUrl`, or the embedded one in the data folder; migrates it, unless it has to be there. */
export const openDatabase = async (settings: {
  databaseUrl: string | undefined
  databaseDirectUrl?: string | undefined
  dataDir: string
  log?: (line: string) => void
  /** Whether to refuse a database that is not of this version instead of preparing it. */
  mustBePrepared?: boolean
}): Promise<OpenDatabase> => {
  const { databaseUrl, databaseDirectUrl, dataDir, log = () => undefined, mustBePrepared = false } = settings
  const embedded = databaseUrl ? undefined : await startEmbeddedDatabase(join(dataDir, 'database'), { log })
  const db = connect(databaseUrl ?? embedded?.address ?? '', { direct: databaseDirectUrl })
  let health: ReturnType<typeof watchHealth> | undefined
  const close = async () => {
    health?.stop()
    await db.close()
    await embedded?.stop()
  }
  try {
    await refusePooler(db, databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
    // Not started earlier: a database that cannot be reached at the start is reported as a start error.
    health = watchHealth(db, log)
    if (mustBePrepared) await requirePrepared(db)
    else {
      const applied = await migrate(db)
      if (!applied[0]?.startsWith(FIRST_MIGRATION)) for (const name of applied) log(`Database aggiornato: ${name}`)
      await makeMovedStore(db).refuse({ databaseUrl })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}
