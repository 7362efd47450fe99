import { DAY_MS } from '#domain/base/dates.ts'
import type { MovementKind } from '#domain/val/wallet.ts'
import { ago } from '#server/platform/db/clocks.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, raw, sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Intent, MemberWallet, StatementRow, TransactionRow } from '#server/val/wallet/rows.ts'

export type WalletStore = ReturnType<typeof makeWalletStore>

export type MovementSelection = { size: number; before?: number | undefined; kind?: MovementKind | undefined }

/** Transactions, and the movements of each wallet. Signing is in nonce-queue-store.ts, reading the chain in cursor-store.ts. */
export const makeWalletStore = (db: Database) => {
  const columns = sql`id, kind, sender, recipient, amount, transaction_hash as hash, state, failure`

  const isDeletedWithWallet = sql`deleted_at is not null and account_key is not null`

  return {
    transaction: db.transaction,

    /** Stores an intended transaction and adds the follow-chain job. If the key exists, returns the existing transaction. */
    async intend(intent: Intent, tx: Queries): Promise<TransactionRow> {
      await tx.execute(sql`
        insert into chain_transaction (key, kind, sender, member_id, sealed_key, recipient, amount, created_at)
        values (${intent.key}, ${intent.kind}, ${intent.sender}, ${intent.memberId ?? null},
          ${intent.sealedKey ? Buffer.from(intent.sealedKey) : null}, ${intent.recipient}, ${intent.amount},
          ${intent.at})
        on conflict (key) do nothing`)
      await jobs.add(tx, 'follow-chain', {})
      const row = await tx.first<TransactionRow>(
        sql`select ${columns} from chain_transaction where key = ${intent.key}`,
      )
      if (!row) throw new Error(`transaction ${intent.key} is missing`)
      return row
    },

    findByKey: (key: string, tx: Queries = db): Promise<TransactionRow | undefined> =>
      tx.first<TransactionRow>(sql`select ${columns} from chain_transaction where key = ${key}`),

    find: (id: string): Promise<TransactionRow | undefined> =>
      db.first<TransactionRow>(sql`select ${columns} from chain_transaction where id = ${id}`),

    findAll: (ids: string[], tx: Queries = db): Promise<TransactionRow[]> =>
      tx.query<TransactionRow>(sql`
      select ${columns} from chain_transaction where id = any(${ids}::uuid[])`),

    async hasOpen(): Promise<boolean> {
      const rows = await db.query(sql`select from chain_transaction where state in ('intended', 'signed') limit 1`)
      return rows.length > 0
    },

    /** The sum that a member's wallet has sent within a day, without failed transfers and gifts that the treasury took back. */
    async sentInADay(memberId: string, now: Date, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ sum: number }>(sql`
        select coalesce(sum(amount), 0)::bigint as sum from chain_transaction
        where member_id = ${memberId} and kind = 'transfer' and created_at > ${ago({ milliseconds: DAY_MS, now })}
          and state <> 'failed'
          and key not like 'gift-return:%'`)
      return row?.sum ?? 0
    },

    async sentBy(tx: Queries, id: string): Promise<{ payerId: string; amount: number }> {
      const row = await tx.first<{ payerId: string; amount: number }>(sql`
        select member_id as "payerId", amount from chain_transaction where id = ${id} and member_id is not null`)
      if (!row) throw new Error(`transfer ${id} is of no member`)
      return row
    },

    /** Returns false if the payer has already been told. */
    async claimReceipt(tx: Queries, id: string, at: Date): Promise<boolean> {
      const changed = await tx.execute(sql`
        update chain_transaction set receipt_at = ${at} where id = ${id} and receipt_at is null`)
      return changed > 0
    },

    /** Whether a transfer from or to an account has no outcome yet. */
    async hasOpenTransfers(tx: Queries, account: string): Promise<boolean> {
      const rows = await tx.query(sql`
        select from chain_transaction
        where state in ('intended', 'signed') and kind = 'transfer' and (sender = ${account} or recipient = ${account})
        limit 1`)
      return rows.length > 0
    },

    async deletedWithWallet(): Promise<string[]> {
      const rows = await db.query<{ id: string }>(sql`
        select id from member where ${isDeletedWithWallet}`)
      return rows.map(({ id }) => id)
    },
    hasDeletedWithWallet: sql`exists (select from member where ${isDeletedWithWallet})`,

    lockDeletedWallet: (tx: Queries, memberId: string): Promise<MemberWallet | undefined> =>
      tx.first<MemberWallet>(sql`
        select id as "memberId", account, account_key as "sealedKey" from member
        where id = ${memberId} and deleted_at is not null and account_key is not null for update`),

    async deleteWallet(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`update member set account = null, account_key = null where id = ${memberId}`)
    },

    /** The first transaction of that kind without an outcome. */
    findOpen: (kind: TransactionRow['kind']): Promise<TransactionRow | undefined> =>
      db.first<TransactionRow>(sql`
        select ${columns} from chain_transaction
        where kind = ${kind} and state in ('intended', 'signed') order by position limit 1`),

    async findAccount(memberId: string, tx: Queries = db): Promise<string | undefined> {
      const row = await tx.first<{ account: string | null }>(sql`select account from member where id = ${memberId}`)
      return row?.account ?? undefined
    },

    findWallet: (memberId: string, tx: Queries = db): Promise<MemberWallet | undefined> =>
      tx.first<MemberWallet>(sql`
        select id as "memberId", account, account_key as "sealedKey" from member
        where id = ${memberId} and account is not null and deleted_at is null`),

    /** Returns a sealed key with another fingerprint than the given one; if there is none, any sealed key. */
    findSealedKey: (
      fingerprint = Buffer.alloc(0),
      tx: Pick<Queries, 'first'> = db,
    ): Promise<{ memberId: string; sealedKey: Uint8Array } | undefined> =>
      tx.first<{ memberId: string; sealedKey: Buffer }>(sql`
        select id as "memberId", account_key as "sealedKey" from (
          (select id, account_key from member where account_key is not null
            order by substring(account_key from 2 for 4) limit 1)
          union all
          (select id, account_key from member where account_key is not null
            order by substring(account_key from 2 for 4) desc limit 1)) as sealed
        order by substring(account_key from 2 for 4) = ${fingerprint} limit 1`),

    async usernames(accounts: string[]): Promise<Map<string, string>> {
      const rows = await db.query<{ account: string; username: string }>(sql`
        select account, username from member where account = any(${accounts})`)
      return new Map(rows.map(({ account, username }) => [account, username]))
    },

    /** Newest first. Kind and size are part of the SQL text: for parameters the planner would read a whole index. */
    movements: (account: string, { size, before, kind }: MovementSelection): Promise<StatementRow[]> =>
      db.query<StatementRow>(sql`
        select v.position, v.account, v.kind, v.counterpart, v.amount, v.balance,
          v.transaction_hash as "transactionHash", v.at, coalesce(m.username, '') as username,
          coalesce(m.shown_name, '') as name, t.id as "transactionId",
          t.key as "transactionKey"
        from (
          select * from val_movement
          where account = ${account} ${before ? sql`and position < ${before}` : empty}
            ${kind ? sql`and kind = ${raw(`'${kind}'`)}` : empty}
          order by position desc limit ${raw(String(size))}) as v
        left join member m on m.account = v.counterpart
        left join chain_transaction t on t.transaction_hash = v.transaction_hash
        order by v.position desc`),

    /** The number of the last recorded movement, by which a transaction sees that others were recorded since. */
    async lastMovement(account: string, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ position: number }>(sql`
        select position from val_movement where account = ${account} order by position desc limit 1`)
      return row?.position ?? 0
    },

    /** The balance after the last recorded movement. */
    async lastBalance(account: string): Promise<number> {
      const row = await db.first<{ balance: number }>(sql`
        select balance from val_movement where account = ${account} order by position desc limit 1`)
      return row?.balance ?? 0
    },
  }
}
