import { makeStatusStore } from '#server/association/status/store.ts'
import type { Database } from '#server/platform/db/pool.ts'

/** Records a backup for the status page. */
export const noteBackup = (db: Database, at: Date): Promise<void> => makeStatusStore(db).addBackup(at)

export const lastBackup = (db: Database): Promise<Date | null> => makeStatusStore(db).lastBackup()
