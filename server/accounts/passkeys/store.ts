import type { PasskeyPurpose } from '#domain/accounts/passkeys.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type PasskeyRow = {
  id: string
  memberId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}
export type ChallengeRow = { purpose: PasskeyPurpose; memberId: string | null; subject: string; expiresAt: Date }
export type PasskeysStore = ReturnType<typeof makePasskeysStore>

export const makePasskeysStore = (db: Database) => {
  const columns = sql`
    id, member_id as "memberId", credential_id as "credentialId", public_key as "publicKey", counter, transports, name,
    created_at as "createdAt", last_used_at as "lastUsedAt"`
  return {
    transaction: db.transaction,

    async addChallenge(hash: Buffer, { purpose, memberId, subject, expiresAt }: ChallengeRow): Promise<void> {
      await db.execute(sql`
        insert into passkey_challenge (hash, purpose, member_id, subject, expires_at)
        values (${hash}, ${purpose}, ${memberId}, ${subject}, ${expiresAt})`)
    },

    /** Deletes and returns a challenge, so that only one of concurrent requests gets it. */
    takeChallenge: (hash: Buffer): Promise<ChallengeRow | undefined> =>
      db.first<ChallengeRow>(sql`
        delete from passkey_challenge where hash = ${hash}
        returning purpose, member_id as "memberId", subject, expires_at as "expiresAt"`),

    removeExpiredChallenges: (before: Date): Promise<number> =>
      db.execute(sql`delete from passkey_challenge where expires_at < ${before}`),

    of: (memberId: string, tx: Queries = db): Promise<PasskeyRow[]> =>
      tx.query<PasskeyRow>(sql`select ${columns} from passkey where member_id = ${memberId} order by created_at, id`),

    findByCredential: (credentialId: string): Promise<PasskeyRow | undefined> =>
      db.first<PasskeyRow>(sql`select ${columns} from passkey where credential_id = ${credentialId}`),

    /** Serialises the member's requests, so that concurrent ones cannot exceed the maximum number of passkeys. */
    async lockPasskeys(tx: Queries, memberId: string): Promise<void> {
      await lockName(tx, `passkeys ${memberId}`)
    },

    /** Returns undefined if the credential is already stored. */
    add: (tx: Queries, passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt'>): Promise<PasskeyRow | undefined> =>
      tx.first<PasskeyRow>(sql`
        insert into passkey (member_id, credential_id, public_key, counter, transports, name, created_at)
        values (${passkey.memberId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
          ${passkey.transports}, ${passkey.name}, ${passkey.createdAt})
        on conflict (credential_id) do nothing returning ${columns}`),

    /** Returns false if the counter has not grown: the passkey may have been copied. Passkeys without a counter always send 0. */
    async recordUse(id: string, counter: number, at: Date): Promise<boolean> {
      const changed = await db.execute(sql`
        update passkey set counter = ${counter}, last_used_at = ${at}
        where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)
      return changed > 0
    },

    rename: (memberId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
      db.first<PasskeyRow>(sql`
        update passkey set name = ${name} where id = ${id} and member_id = ${memberId} returning ${columns}`),

    async remove(tx: Queries, memberId: string, id: string): Promise<boolean> {
      return (await tx.execute(sql`delete from passkey where id = ${id} and member_id = ${memberId}`)) > 0
    },

    async removeOf(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`delete from passkey where member_id = ${memberId}`)
      await tx.execute(sql`delete from passkey_challenge where member_id = ${memberId}`)
    },
  }
}
