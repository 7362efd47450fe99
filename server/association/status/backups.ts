import { makeStatusStore } from '#server/association/status/store.ts'
import type { Database } from '#server/platform/db/pool.ts'

/** Notes that a backup was made, for the status page. */
export const noteBackup = (db: Database, at: Date): Promise<void> => makeStatusStore(db).addBackup(at)
