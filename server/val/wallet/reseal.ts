import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'

type Sealed = { id: string; memberId: string; sealed: Uint8Array }

/** Seals the keys of all wallets and of pending transfers with another secret, in one transaction. Returns the number of wallets. */
export const reseal = (db: Database, before: string, after: string): Promise<number> => {
  const [old, fresh] = [makeKeys(before), makeKeys(after)]
  const again = ({ memberId, sealed }: Sealed) => fresh.seal(memberId, old.open(memberId, sealed))
  return db.transaction(async (tx) => {
    const wallets = await tx.query<Sealed>(sql`
      select id, id as "memberId", account_key as sealed from member where account_key is not null for update`)
    for (const wallet of wallets)
      await tx.execute(sql`update member set account_key = ${again(wallet)} where id = ${wallet.id}`)
    const transfers = await tx.query<Sealed>(sql`
      select id, member_id as "memberId", sealed_key as sealed from chain_transaction
      where sealed_key is not null for update`)
    for (const transfer of transfers)
      await tx.execute(sql`update chain_transaction set sealed_key = ${again(transfer)} where id = ${transfer.id}`)
    return wallets.length
  })
}
