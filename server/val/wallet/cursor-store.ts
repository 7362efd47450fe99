import { MESSAGES } from '#domain/base/errors.ts'
import type { Database, Transaction } from '#server/platform/db/pool.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import type { MovementRow, Signed } from '#server/val/wallet/rows.ts'

export type Cursor = { chainId: number; token: string; block: number }
/** How much of the chain is recorded in the database. */
export type RecordedChain = {
  /** The last recorded block; null before the first. */
  block: number | null
  /** The number of transactions without an outcome, and when the oldest was created. */
  open: number
  oldest: Date | null
}
export type Outcome = { id: string; succeeded: boolean; at: Date }
export type Executed = Signed & { place: number; succeeded: boolean }
export type SignedWithOutcome = Signed & { place: number | null; succeeded: boolean | null; minedAt: Date | null }

const MOVEMENT_BATCH = 5_000

/** Statements that need the lock on the cursor, so that only one process at a time records the chain. */
export type LockedCursor = ReturnType<typeof lockedCursor>

const lockedCursor = (tx: Transaction, cursor: Cursor) => ({
  cursor,
  tx,

  open: (): Promise<{ id: string; hash: string }[]> =>
    tx.query<{ id: string; hash: string }>(sql`
    select id, transaction_hash as hash from chain_transaction where state = 'signed' order by signed_at, position limit 500`),

  /** Records the outcome of transactions, in the order in which the chain executed them. */
  async settle(outcomes: Outcome[], settledAt: Date): Promise<void> {
    const last = await tx.first<{ place: number }>(sql`select coalesce(max(place), 0) as place from chain_transaction`)
    let place = last?.place ?? 0
    for (const { id, succeeded, at } of outcomes) {
      await tx.execute(sql`
        update chain_transaction set state = ${succeeded ? 'confirmed' : 'failed'}, place = ${++place}, mined_at = ${at},
          settled_at = ${settledAt}, failure = ${succeeded ? '' : MESSAGES.insufficientBalance}
        where id = ${id}`)
    }
  },

  async add(movements: MovementRow[]): Promise<void> {
    for (let from = 0; from < movements.length; from += MOVEMENT_BATCH) {
      const batch = movements.slice(from, from + MOVEMENT_BATCH)
      await tx.execute(sql`
        insert into val_movement (account, kind, counterpart, amount, balance, transaction_hash, at)
        select m.account, m.kind, m.counterpart, m.amount, m.balance, m."transactionHash", m.at
        from rows from (jsonb_to_recordset(${JSON.stringify(batch)}) as (account text, kind text, counterpart text,
          amount bigint, balance bigint, "transactionHash" text, at timestamptz)) with ordinality as m
        order by m.ordinality`)
    }
  },

  moveTo: (block: number) => tx.execute(sql`update chain_cursor set block = ${block}`),

  /** Records that from now on the chain is an external node. */
  moveToNode: (block: number) => tx.execute(sql`update chain_cursor set block = ${block}, is_on_node = true`),

  /** Signed transactions, newest first: those without an outcome, then the executed ones in reverse order of execution. */
  signed: (from: number, size: number): Promise<SignedWithOutcome[]> =>
    tx.query<SignedWithOutcome>(sql`
    select id, sender, nonce, raw_transaction as raw, transaction_hash as hash, place, mined_at as "minedAt",
      case when place is not null then state = 'confirmed' end as succeeded
    from chain_transaction where raw_transaction is not null
    order by place desc nulls first, signed_at desc, position desc limit ${size} offset ${from}`),
})

export const makeCursorStore = (db: Database) => ({
  /** Creates the cursor if there is none; from then on the tables belong to one token on one chain. */
  async pair(cursor: Cursor): Promise<Cursor> {
    await db.execute(sql`
      insert into chain_cursor (chain_id, token, block) values (${cursor.chainId}, ${cursor.token}, ${cursor.block})
      on conflict do nothing`)
    return (await this.find()) ?? cursor
  },

  find: (): Promise<(Cursor & { isOnNode: boolean }) | undefined> =>
    db.first<Cursor & { isOnNode: boolean }>(sql`
      select chain_id as "chainId", token, block, is_on_node as "isOnNode" from chain_cursor`),

  /** Executed transactions after this place, in the order of execution. */
  executedAfter: (place: number, size: number): Promise<Executed[]> =>
    db.query<Executed>(sql`
      select sender, nonce, raw_transaction as raw, transaction_hash as hash, place, state = 'confirmed' as succeeded
      from chain_transaction where place > ${place} order by place limit ${size}`),

  async recorded(): Promise<RecordedChain> {
    const row = await db.first<RecordedChain>(sql`
      select (select block from chain_cursor) as block, count(*) as open, min(created_at) as oldest
      from chain_transaction where state in ('intended', 'signed')`)
    return row ?? { block: null, open: 0, oldest: null }
  },

  /** Runs `work` with the cursor locked; without `wait`, returns undefined if another process has locked it. */
  withLock: <T>(work: (locked: LockedCursor) => Promise<T>, { wait = false } = {}): Promise<T | undefined> =>
    db.transaction(async (tx) => {
      const cursor = await tx.first<Cursor>(sql`
        select chain_id as "chainId", token, block from chain_cursor for update ${wait ? empty : sql`skip locked`}`)
      return cursor && work(lockedCursor(tx, cursor))
    }) as Promise<T | undefined>,

  /** Stores the deployment of the token before it is sent; signatures are ordered by the clock of the database. */
  async intendDeployment(signed: { sender: string; raw: string; hash: string }): Promise<void> {
    await db.execute(sql`
      insert into chain_transaction (key, kind, sender, nonce, raw_transaction, transaction_hash, state, signed_at)
      values ('deploy', 'deploy', ${signed.sender}, 0, ${signed.raw}, ${signed.hash}, 'signed', clock_timestamp())
      on conflict do nothing`)
  },
})
