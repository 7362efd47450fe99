import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

export type GiftRow = {
  id: string
  memberId: string
  amount: number
  note: string
  state: 'waiting' | 'sent' | 'paid' | 'failed'
  transactionId: string | null
  givenBy: string
  /** Null for a single gift. */
  importId: string | null
}
export type ImportRow = {
  id: string
  givenBy: string
  createdAt: Date
  amount: number
  gifts: number
  paid: number
  failed: number
}
/** Neither paid nor failed. */
type OpenState = 'waiting' | 'sent'
export type NewGift = { givenBy: string; memberId: string; amount: number; note: string }
type NewImport = { givenBy: string; digest: string; at: Date; gifts: Omit<NewGift, 'givenBy'>[] }

type StoredImport = { id: string; gifts: number; amount: number }

export type TreasuryStore = ReturnType<typeof makeTreasuryStore>

export const makeTreasuryStore = (db: Database) => {
  const columns = sql`
    id, member_id as "memberId", amount, note, state, transaction_id as "transactionId", given_by as "givenBy",
    import_id as "importId"`
  const importColumns = sql`id, gifts, amount`

  return {
    transaction: db.transaction,

    /** Serialises the gifts of an admin, in all instances of the server. */
    async lockGiver(tx: Queries, memberId: string): Promise<void> {
      await lockName(tx, `gift ${memberId}`)
    },

    find: (id: string, tx: Queries = db): Promise<GiftRow | undefined> =>
      tx.first<GiftRow>(sql`select ${columns} from treasury_gift where id = ${id}`),

    /** Adds a single gift whose transfer is already stored. */
    async add(
      tx: Queries,
      { givenBy, memberId, amount, note, transactionId, at }: NewGift & { transactionId: string; at: Date },
    ): Promise<GiftRow> {
      const row = await tx.first<GiftRow>(sql`
        insert into treasury_gift (given_by, member_id, amount, note, state, transaction_id, created_at)
        values (${givenBy}, ${memberId}, ${amount}, ${note}, 'sent', ${transactionId}, ${at})
        returning ${columns}`)
      return row as GiftRow
    },

    findImport: (id: string, tx: Queries = db): Promise<StoredImport | undefined> =>
      tx.first<StoredImport>(sql`select ${importColumns} from gift_import where id = ${id}`),

    /** The import of the same file since then. */
    findRecentImport: (tx: Queries, givenBy: string, digest: string, since: Date): Promise<StoredImport | undefined> =>
      tx.first<StoredImport>(sql`
        select ${importColumns} from gift_import
        where given_by = ${givenBy} and digest = ${digest} and created_at > ${since} limit 1`),

    async addImport(tx: Queries, { givenBy, digest, at, gifts }: NewImport): Promise<StoredImport> {
      const amount = gifts.reduce((sum, gift) => sum + gift.amount, 0)
      const row = (await tx.first<StoredImport>(sql`
        insert into gift_import (given_by, digest, gifts, amount, created_at)
        values (${givenBy}, ${digest}, ${gifts.length}, ${amount}, ${at}) returning ${importColumns}`)) as StoredImport
      await tx.execute(sql`
        insert into treasury_gift (given_by, import_id, member_id, amount, note, created_at)
        select ${givenBy}, ${row.id}, g."memberId", g.amount, g.note, ${at}
        from rows from (jsonb_to_recordset(${JSON.stringify(gifts)}) as ("memberId" uuid, amount bigint, note text))
          with ordinality as g
        order by g.ordinality`)
      return row
    },

    /** The sum of the gifts whose transfers are not stored yet. */
    async promised(tx: Queries): Promise<number> {
      const row = await tx.first<{ sum: number }>(sql`
        select coalesce(sum(amount), 0)::bigint as sum from treasury_gift where state = 'waiting'`)
      return row?.sum ?? 0
    },

    /** Oldest first. The state is part of the SQL text: for a parameter the planner cannot use the partial index. */
    oldest: (tx: Queries, state: OpenState, most: number): Promise<Pick<GiftRow, 'id' | 'memberId' | 'givenBy'>[]> =>
      tx.query<Pick<GiftRow, 'id' | 'memberId' | 'givenBy'>>(sql`
        select id, member_id as "memberId", given_by as "givenBy" from treasury_gift
        where state = ${raw(`'${state}'`)} order by position limit ${most}`),

    hasOpen: sql`(
      exists (select from treasury_gift where state = 'waiting') or exists (select from treasury_gift where state = 'sent'))`,

    /** Locks the gifts that are still in that state; skips rows locked elsewhere. */
    lock: (tx: Queries, ids: string[], state: OpenState): Promise<GiftRow[]> =>
      tx.query<GiftRow>(sql`
        select ${columns} from treasury_gift where id = any(${ids}::uuid[]) and state = ${state}
        order by position for update skip locked`),

    async recordSent(tx: Queries, id: string, transactionId: string): Promise<void> {
      await tx.execute(sql`
        update treasury_gift set state = 'sent', transaction_id = ${transactionId} where id = ${id}`)
    },
    async recordPaid(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'paid' where id = ${id}`)
    },
    async recordFailure(tx: Queries, id: string, failure: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'failed', failure = ${failure} where id = ${id}`)
    },

    imports: (most: number): Promise<ImportRow[]> =>
      db.query<ImportRow>(sql`
        select i.id, i.given_by as "givenBy", i.created_at as "createdAt", i.amount, i.gifts,
          (select count(*) from treasury_gift g where g.import_id = i.id and g.state = 'paid') as paid,
          (select count(*) from treasury_gift g where g.import_id = i.id and g.state = 'failed') as failed
        from gift_import i order by i.created_at desc limit ${most}`),

    /** The first failures of each import. */
    failuresOf: (
      importIds: string[],
      most: number,
    ): Promise<{ importId: string; memberId: string; failure: string }[]> =>
      db.query<{ importId: string; memberId: string; failure: string }>(sql`
        select f.* from unnest(${importIds}::uuid[]) as i (id) cross join lateral (
          select import_id as "importId", member_id as "memberId", failure from treasury_gift
          where import_id = i.id and state = 'failed' order by position limit ${most}) as f`),

    /** Removes the notes of the gifts to a deleted account. */
    async blankNotes(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set note = '' where member_id = ${memberId} and note <> ''`)
    },

    /** The notes of gifts, by the id of their transaction. */
    async notes(transactionIds: string[]): Promise<Map<string, string>> {
      const rows = await db.query<{ id: string; note: string }>(sql`
        select transaction_id as id, note from treasury_gift where transaction_id = any(${transactionIds}::uuid[])`)
      return new Map(rows.map(({ id, note }) => [id, note]))
    },
  }
}
