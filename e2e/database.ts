import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import type { JobName } from '#server/platform/jobs/jobs.ts'

/** Changes dates in a server's database as if time had passed, and lets it run a job at once. */
export const moveTime = async (folder: string, change: (db: Database) => Promise<unknown>, job: JobName) => {
  const running = await attachToEmbeddedDatabase(join(folder, 'database'))
  if (!running) throw new Error('the database is not running')
  const db = connect(running.address, { connections: 1 })
  await change(db)
  await db.execute(sql`select graphile_worker.add_job(${job})`)
  await db.close()
  await running.stop()
}
