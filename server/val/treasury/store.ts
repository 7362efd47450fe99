import { DAY_MS } from '#domain/base/dates.ts'
import type { GiftState } from '#domain/val/treasury.ts'
import { ago, type Within } from '#server/platform/db/clocks.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

export type GiftRow = {
  id: string
  memberId: string
  amount: number
  note: string
  state: 'proposed' | 'waiting' | 'sent' | 'paid' | 'failed' | 'revoking' | 'returning' | 'revoked'
  transactionId: string | null
  /** The transfer back to the treasury. */
  returnId: string | null
  /** Null before it has arrived. */
  paidAt: Date | null
  givenBy: string
  /** Null for a single gift. */
  importId: string | null
}
/** A file, or a single gift, with how far it is. */
export type ActRow = {
  id: string
  givenBy: string
  createdAt: Date
  state: GiftState
  /** Whether some of it has not arrived yet. */
  isOnTheWay: boolean
  /** When the last of it arrived. */
  paidAt: Date | null
  /** Null for a file. */
  memberId: string | null
  note: string
  amount: number
  gifts: number
  paid: number
  failed: number
  revoked: number
}
/** Something remains to be done. */
type OpenState = 'waiting' | 'sent' | 'revoking' | 'returning'
export type NewGift = { givenBy: string; memberId: string; amount: number; note: string }
type NewImport = {
  givenBy: string
  digest: string
  at: Date
  isProposed: boolean
  gifts: Omit<NewGift, 'givenBy'>[]
}

export type StoredImport = {
  id: string
  givenBy: string
  state: GiftState
  gifts: number
  amount: number
}

type Approval = { by: string; at: Date }

export type OpenGift = Pick<GiftRow, 'id' | 'memberId' | 'givenBy' | 'transactionId'>
export type TreasuryStore = ReturnType<typeof makeTreasuryStore>

export const makeTreasuryStore = (db: Database) => {
  const columns = sql`
    id, member_id as "memberId", amount, note, state, transaction_id as "transactionId", given_by as "givenBy",
    import_id as "importId", return_id as "returnId", paid_at as "paidAt"`
  const importColumns = sql`id, given_by as "givenBy", state, gifts, amount`
  const hasState = (state: OpenState) => sql`exists (select from treasury_gift where state = ${raw(`'${state}'`)})`

  return {
    transaction: db.transaction,

    /** Serialises the gifts of an admin, in all instances of the server. */
    async lockGiver(tx: Queries, memberId: string): Promise<void> {
      await lockName(tx, `gift ${memberId}`)
    },

    find: (id: string, tx: Queries = db): Promise<GiftRow | undefined> =>
      tx.first<GiftRow>(sql`select ${columns} from treasury_gift where id = ${id}`),

    /** Adds a single gift: with its stored transfer, or proposed. */
    async add(
      tx: Queries,
      { givenBy, memberId, amount, note, transactionId, at }: NewGift & { transactionId: string | null; at: Date },
    ): Promise<GiftRow> {
      const row = await tx.first<GiftRow>(sql`
        insert into treasury_gift (given_by, member_id, amount, note, state, transaction_id, created_at)
        values (${givenBy}, ${memberId}, ${amount}, ${note}, ${transactionId ? 'sent' : 'proposed'}, ${transactionId}, ${at})
        returning ${columns}`)
      return row as GiftRow
    },

    findImport: (id: string, tx: Queries = db): Promise<StoredImport | undefined> =>
      tx.first<StoredImport>(sql`select ${importColumns} from gift_import where id = ${id}`),

    /** The import of the same file since then. */
    findRecentImport: (
      tx: Queries,
      givenBy: string,
      digest: string,
      within: Within,
    ): Promise<StoredImport | undefined> =>
      tx.first<StoredImport>(sql`
        select ${importColumns} from gift_import
        where given_by = ${givenBy} and digest = ${digest} and created_at > ${ago(within)}
          and state <> 'revoked' limit 1`),

    async addImport(tx: Queries, { givenBy, digest, at, isProposed, gifts }: NewImport): Promise<StoredImport> {
      const amount = gifts.reduce((sum, gift) => sum + gift.amount, 0)
      const row = (await tx.first<StoredImport>(sql`
        insert into gift_import (given_by, digest, gifts, amount, state, created_at)
        values (${givenBy}, ${digest}, ${gifts.length}, ${amount}, ${isProposed ? 'proposed' : 'given'}, ${at}) returning ${importColumns}`)) as StoredImport
      await tx.execute(sql`
        insert into treasury_gift (given_by, import_id, member_id, amount, note, state, created_at)
        select ${givenBy}, ${row.id}, g."memberId", g.amount, g.note, ${isProposed ? 'proposed' : 'waiting'}, ${at}
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
    oldest: (state: OpenState, most: number, tx: Queries = db): Promise<OpenGift[]> =>
      tx.query<OpenGift>(sql`
        select id, member_id as "memberId", given_by as "givenBy", transaction_id as "transactionId" from treasury_gift
        where state = ${raw(`'${state}'`)} order by position limit ${most}`),

    hasOpen: sql`(
      ${hasState('waiting')} or ${hasState('sent')} or ${hasState('revoking')} or ${hasState('returning')})`,

    /** The sum that an admin has given within a day without the yes of another one. */
    async givenAlone(givenBy: string, now: Date, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ sum: number }>(sql`
        select coalesce(sum(amount), 0)::bigint as sum from treasury_gift
        where given_by = ${givenBy} and created_at > ${ago({ milliseconds: DAY_MS, now })} and approved_at is null
          and state not in ('proposed', 'failed', 'revoked')`)
      return row?.sum ?? 0
    },

    lockGift: (tx: Queries, id: string): Promise<GiftRow | undefined> =>
      tx.first<GiftRow>(sql`select ${columns} from treasury_gift where id = ${id} for update`),
    lockImport: (tx: Queries, id: string): Promise<StoredImport | undefined> =>
      tx.first<StoredImport>(sql`select ${importColumns} from gift_import where id = ${id} for update`),

    async approve(tx: Queries, id: string, { by, at, transactionId }: Approval & { transactionId: string }) {
      await tx.execute(sql`
        update treasury_gift set state = 'sent', approved_by = ${by}, approved_at = ${at}, transaction_id = ${transactionId}
        where id = ${id}`)
    },
    async approveImport(tx: Queries, id: string, { by, at }: Approval): Promise<void> {
      await tx.execute(sql`update gift_import set state = 'given', approved_at = ${at} where id = ${id}`)
      await tx.execute(sql`
        update treasury_gift set state = 'waiting', approved_by = ${by}, approved_at = ${at}
        where import_id = ${id} and state = 'proposed'`)
    },
    /** What has not gone out is revoked at once; the job takes back the rest. */
    async revokeImport(tx: Queries, id: string, paidSince: Date): Promise<{ stopped: number; revoking: number }> {
      await tx.execute(sql`update gift_import set state = 'revoked' where id = ${id}`)
      const row = await tx.first<{ stopped: number; revoking: number }>(sql`
        with changed as (
          update treasury_gift set state = case when state in ('proposed', 'waiting') then 'revoked' else 'revoking' end
          where import_id = ${id}
            and (state in ('proposed', 'waiting', 'sent') or (state = 'paid' and paid_at > ${paidSince}))
          returning state, amount)
        select coalesce(sum(amount) filter (where state = 'revoked'), 0)::bigint as stopped,
          coalesce(sum(amount) filter (where state = 'revoking'), 0)::bigint as revoking
        from changed`)
      return row ?? { stopped: 0, revoking: 0 }
    },
    async recordRevoked(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'revoked' where id = ${id}`)
    },
    /** The job takes it back when it has arrived. */
    async recordRevoking(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'revoking' where id = ${id}`)
    },
    async recordReturning(tx: Queries, id: string, returnId: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'returning', return_id = ${returnId} where id = ${id}`)
    },
    /** The hour in which it could be taken back has begun with its arrival. */
    async recordKept(tx: Queries, id: string, failure: string, at: Date): Promise<void> {
      await tx.execute(sql`
        update treasury_gift set state = 'paid', failure = ${failure}, paid_at = coalesce(paid_at, ${at}) where id = ${id}`)
    },

    /** Locks the gifts that are still in that state; skips rows locked elsewhere. */
    lock: (tx: Queries, ids: string[], state: OpenState): Promise<GiftRow[]> =>
      tx.query<GiftRow>(sql`
        select ${columns} from treasury_gift where id = any(${ids}::uuid[]) and state = ${state}
        order by position for update skip locked`),

    async recordSent(tx: Queries, id: string, transactionId: string): Promise<void> {
      await tx.execute(sql`
        update treasury_gift set state = 'sent', transaction_id = ${transactionId} where id = ${id}`)
    },
    async recordPaid(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'paid', paid_at = ${at} where id = ${id}`)
    },
    async recordFailure(tx: Queries, id: string, failure: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set state = 'failed', failure = ${failure} where id = ${id}`)
    },

    /** Files and single gifts: those that can still be decided about, `most` of them, and the `latest` ones. */
    acts: (paidSince: Date, { most, latest }: { most: number; latest: number }): Promise<ActRow[]> =>
      db.query<ActRow>(sql`
        with recent as (
          select distinct coalesce(import_id, id) as id from treasury_gift
          where state in ('waiting', 'sent') or (state = 'paid' and paid_at > ${paidSince})
        ), every as (
          select id, given_by, created_at, state, null::uuid as member_id, '' as note, amount, gifts from gift_import
          union all
          select id, given_by, created_at, case
              when state = 'proposed' then 'proposed' when state in ('revoking', 'returning', 'revoked') then 'revoked'
              else 'given' end, member_id, note, amount, 1
          from treasury_gift where import_id is null
        ), ranked as (
          select *, state = 'proposed' or (state = 'given' and id in (select id from recent)) as is_open,
            row_number() over (order by created_at desc) as newest
          from every
        ), listed as (
          select * from ranked where is_open or newest <= ${latest}
          order by is_open desc, created_at desc limit ${most + latest})
        select a.id, a.given_by as "givenBy", a.created_at as "createdAt", a.state, a.member_id as "memberId", a.note,
          a.amount, a.gifts, bool_or(g.state in ('waiting', 'sent')) as "isOnTheWay",
          max(g.paid_at) filter (where g.state = 'paid') as "paidAt",
          count(*) filter (where g.state = 'paid') as paid, count(*) filter (where g.state = 'failed') as failed,
          count(*) filter (where g.state = 'revoked') as revoked
        from listed as a join treasury_gift g on g.id = a.id or g.import_id = a.id
        group by a.id, a.given_by, a.created_at, a.state, a.member_id, a.note, a.amount, a.gifts
        order by a.state = 'proposed' desc, a.created_at desc`),

    /** What is back in the treasury, by the id of the gift or file that was taken back. */
    async returned(ids: string[]): Promise<Map<string, number>> {
      const rows = await db.query<{ id: string; amount: number }>(sql`
        select wanted.id, coalesce(sum(g.amount) filter (where g.state = 'revoked' and g.return_id is not null), 0)::bigint as amount
        from unnest(${ids}::uuid[]) as wanted (id) join treasury_gift g on g.id = wanted.id or g.import_id = wanted.id
        group by wanted.id`)
      return new Map(rows.map(({ id, amount }) => [id, amount]))
    },

    /** The first failures of each import. */
    failuresOf: (
      importIds: string[],
      most: number,
    ): Promise<{ importId: string; memberId: string; failure: string }[]> =>
      db.query<{ importId: string; memberId: string; failure: string }>(sql`
        select f.* from unnest(${importIds}::uuid[]) as i (id) cross join lateral (
          select import_id as "importId", member_id as "memberId", failure from treasury_gift
          where import_id = i.id and (state = 'failed' or failure <> '') order by position limit ${most}) as f`),

    /** Removes the notes of the gifts to a deleted account. */
    async blankNotes(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`update treasury_gift set note = '' where member_id = ${memberId} and note <> ''`)
    },

    /** The notes of gifts, by the id of their transaction. */
    async notes(transactionIds: string[]): Promise<Map<string, { note: string; isReturn: boolean }>> {
      const rows = await db.query<{ id: string; note: string; isReturn: boolean }>(sql`
        select transaction_id as id, note, false as "isReturn" from treasury_gift
        where transaction_id = any(${transactionIds}::uuid[])
        union all
        select return_id, note, true from treasury_gift where return_id = any(${transactionIds}::uuid[])`)
      return new Map(rows.map(({ id, ...gift }) => [id, gift]))
    },
  }
}
