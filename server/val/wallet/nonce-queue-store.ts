import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { QueuedRow, Signed } from '#server/val/wallet/rows.ts'

export type NonceQueueStore = ReturnType<typeof makeNonceQueueStore>

/** The decision on a wallet's next transaction: signed, refused for good, or waiting until gas has arrived. */
export type Step =
  | { signed: Omit<Signed, 'id' | 'sender'> }
  | { refused: string }
  | { needsGas: { from: string; amount: number } }

const LOCK_CLASS = 5_119

/**
 * Transactions of a wallet are signed one at a time across all instances of the server. `signed_at` is from the clock of the
 * database, because the clocks of the instances may differ.
 */
export const makeNonceQueueStore = (db: Database) => ({
  /** Runs `work` for a wallet's next queued transaction, under a lock of the wallet. Returns undefined if none is queued. */
  advance: (
    sender: string,
    at: Date,
    work: (next: QueuedRow, lastNonce: number) => Promise<Step>,
  ): Promise<Signed | 'refused' | 'waiting' | undefined> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${sender}))`)
      const next = await tx.first<QueuedRow & { lastNonce: number }>(sql`
        select id, kind, sender, member_id as "memberId", sealed_key as "sealedKey", recipient, amount,
          coalesce((select max(nonce) from chain_transaction where sender = ${sender}), -1) as "lastNonce"
        from chain_transaction where sender = ${sender} and state = 'intended' order by position limit 1`)
      if (!next) return undefined
      const step = await work(next, next.lastNonce)
      if ('signed' in step) {
        const { nonce, raw, hash } = step.signed
        await tx.execute(sql`
          update chain_transaction set state = 'signed', nonce = ${nonce}, raw_transaction = ${raw},
            transaction_hash = ${hash}, signed_at = clock_timestamp(), sealed_key = null
          where id = ${next.id}`)
        return { id: next.id, sender, nonce, raw, hash }
      }
      if ('refused' in step) {
        await tx.execute(sql`
          update chain_transaction set state = 'failed', failure = ${step.refused}, settled_at = ${at}, sealed_key = null
          where id = ${next.id}`)
        return 'refused'
      }
      const { from, amount } = step.needsGas
      await tx.execute(sql`
        insert into chain_transaction (key, kind, sender, recipient, amount, created_at)
        select ${`gas:${next.id}:`} || count(*), 'gas', ${from}, ${sender}, ${amount}, ${at}
        from chain_transaction where kind = 'gas' and key like ${`gas:${next.id}:%`}
        having bool_and(state not in ('intended', 'signed')) is not false`)
      return 'waiting'
    }),

  async waitingSenders(): Promise<string[]> {
    const rows = await db.query<{ sender: string }>(sql`
      select sender from chain_transaction where state = 'intended' group by sender order by min(position) limit 200`)
    return rows.map(({ sender }) => sender)
  },

  /**
   * Transactions signed a while ago and not seen on the chain, which they may never have reached. Those signed in the future
   * too: the clock was ahead, and later transactions of the wallet wait for them.
   */
  unseen: (olderThanSeconds: number): Promise<{ raw: string }[]> =>
    db.query<{ raw: string }>(sql`
    select raw_transaction as raw from chain_transaction
    where state = 'signed' and (signed_at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
      or signed_at > clock_timestamp() + interval '1 minute')
    order by signed_at, position limit 200`),
})
