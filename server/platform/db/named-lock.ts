import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Waits for the lock of this name and holds it until the transaction ends, in all instances of the server. */
export const lockName = async (tx: Queries, name: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
