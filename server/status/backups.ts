import type { Database } from '#server/db/pool.ts'
import { makeStatusStore } from '#server/status/store.ts'

/** Notes that a backup was made, for the status page. */
export const noteBackup = (db: Database, at: Date): Promise<void> => makeStatusStore(db).addBackup(at)
