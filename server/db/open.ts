import { join } from 'node:path'
import { askNoMoreForLists, connect, type Database } from '#server/db/connect.ts'
import { makeHeartbeat } from '#server/db/heartbeat.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedDatabase } from '#server/embedded/postgres/start.ts'

export type OpenDatabase = { db: Database; isSlow(): boolean; close(): Promise<void> }

const CLOSE_SECONDS = 5

/** The database of this Piazza, up to date: the one it is told of, or its own in the data folder. */
export const openDatabase = async (place: {
  databaseUrl: string | undefined
  dataDir: string
  log?: (line: string) => void
}): Promise<OpenDatabase> => {
  const { log = () => undefined } = place
  const own = place.databaseUrl ? undefined : await startEmbeddedDatabase(join(place.dataDir, 'database'), { log })
  const address = place.databaseUrl ?? own?.address ?? ''
  const heartbeat = makeHeartbeat(() => connect(address, { connections: 1, asksForLists: false }), log)
  const db = connect(address, { socket: heartbeat.socket })
  const close = async () => {
    await heartbeat.stop()
    await db.end({ timeout: CLOSE_SECONDS })
    await own?.stop()
  }
  try {
    await migrate(db)
    askNoMoreForLists(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, isSlow: heartbeat.isSlow, close }
}
