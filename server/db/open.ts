import { join } from 'node:path'
import { watchHealth } from '#server/db/health.ts'
import { migrate } from '#server/db/migrate.ts'
import { connect, type Database } from '#server/db/pool.ts'
import { startEmbeddedDatabase } from '#server/embedded/postgres/start.ts'

export type OpenDatabase = { db: Database; close(): Promise<void> }

/** Opens and migrates the database at `databaseUrl`, or the embedded one in the data folder. */
export const openDatabase = async (settings: {
  databaseUrl: string | undefined
  dataDir: string
  log?: (line: string) => void
}): Promise<OpenDatabase> => {
  const { databaseUrl, dataDir, log = () => undefined } = settings
  const embedded = databaseUrl ? undefined : await startEmbeddedDatabase(join(dataDir, 'database'), { log })
  const db = connect(databaseUrl ?? embedded?.address ?? '')
  const health = watchHealth(db, log)
  const close = async () => {
    await health.stop()
    await db.close()
    await embedded?.stop()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}
