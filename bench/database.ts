import { join } from 'node:path'
import { HOUR_MS } from '#domain/base/dates.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'

/** Runs the work on the database in this folder, which is started for it and then stopped. */
export const withDatabase = async <T>(
  folder: string,
  work: (db: Database) => Promise<T>,
  { connections = 1 } = {},
): Promise<T> => {
  const server = await startEmbeddedDatabase(join(folder, 'database'), { durable: false })
  const db = connect(server.address, { connections, statementMs: HOUR_MS })
  try {
    return await work(db)
  } finally {
    await db.close()
    await server.stop()
  }
}
