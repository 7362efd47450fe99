import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type KeyOfCall = {
  memberId: string
  /** Method and path. */
  call: string
  key: string
}
/** `bodyHash` is null for keys that are older than this table. */
type StoredKey = { bodyHash: string | null; resultId: string }

export type IdempotencyStore = ReturnType<typeof makeIdempotencyStore>

export const makeIdempotencyStore = (db: Database) => ({
  /** Serialises the requests with the same key, in all instances of the server. */
  lock: (tx: Queries, { memberId, call, key }: KeyOfCall): Promise<void> =>
    lockName(tx, `idempotency ${memberId} ${call} ${key}`),

  find: ({ memberId, call, key }: KeyOfCall, tx: Queries = db): Promise<StoredKey | undefined> =>
    tx.first<StoredKey>(sql`
      select body_hash as "bodyHash", result_id as "resultId" from idempotency
      where member_id = ${memberId} and call = ${call} and key = ${key}`),

  async add(
    tx: Queries,
    { memberId, call, key }: KeyOfCall,
    { bodyHash, resultId }: StoredKey,
    at: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into idempotency (member_id, call, key, body_hash, result_id, created_at)
      values (${memberId}, ${call}, ${key}, ${bodyHash}, ${resultId}, ${at})`)
  },

  /** Deletes the key of a request whose result failed later, so that it can be used again. */
  async release(tx: Queries, memberId: string, resultId: string): Promise<void> {
    await tx.execute(sql`delete from idempotency where member_id = ${memberId} and result_id = ${resultId}`)
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from idempotency where member_id = ${memberId}`)
  },

  removeOlderThan: (moment: Date): Promise<number> =>
    db.execute(sql`delete from idempotency where created_at < ${moment}`),
})
