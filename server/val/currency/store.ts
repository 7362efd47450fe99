import type { RoundState } from '#domain/val/currency.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** An announced round; dates are yyyy-MM-dd. */
export type AnnouncedRow = {
  id: string
  date: string
  transactionId: string | null
  toldUpTo: string | null
  toldAt: Date | null
  cancelledAt: Date | null
  /** Without an announcement, from the command line. */
  calledAtOnce: boolean
}
/** A round that is announced or already called; amounts in hundredths. */
export type RoundRow = {
  date: string
  state: RoundState
  evaporated: number | null
  holders: number | null
}
export type CurrencyStore = ReturnType<typeof makeCurrencyStore>

export const makeCurrencyStore = (db: Database) => {
  const columns = sql`
    id, to_char(date, 'YYYY-MM-DD') as date, transaction_id as "transactionId", told_up_to as "toldUpTo",
    told_at as "toldAt", cancelled_at as "cancelledAt", called_at_once as "calledAtOnce"`
  const isUntold = (until: string) => sql`
    (done_at is null and recalled_at is null and (
      cancelled_at is not null or (told_at is null and transaction_id is null and date <= ${until}))
    or (called_at_once and told_at is null and done_at is not null))`
  const isDue = (until: string) => sql`
    done_at is null and recalled_at is null and cancelled_at is null and date <= ${until}`

  return {
    transaction: db.transaction,

    /** Returns false if there is already a round on that date. */
    async announce(tx: Queries, { date, by, at }: { date: string; by: string | null; at: Date }): Promise<boolean> {
      const added = await tx.execute(sql`
        insert into evaporation_round (date, announced_by, announced_at) values (${date}, ${by}, ${at})
        on conflict do nothing`)
      return added > 0
    },

    async isTaken(date: string): Promise<boolean> {
      const rows = await db.query(sql`select from evaporation_round where date = ${date} and cancelled_at is null`)
      return rows.length > 0
    },

    /** Records a round that is called without an announcement; an announced one of that date stays as it is. */
    async addCalledAtOnce({
      date,
      transactionId,
      at,
    }: {
      date: string
      transactionId: string
      at: Date
    }): Promise<void> {
      await db.execute(sql`
        insert into evaporation_round (date, announced_at, transaction_id, called_at_once)
        values (${date}, ${at}, ${transactionId}, true) on conflict do nothing`)
    },
    async endCalledAtOnce(transactionId: string, hash: string, at: Date): Promise<void> {
      await db.execute(sql`
        update evaporation_round set transaction_hash = ${hash}, done_at = coalesce(done_at, ${at})
        where transaction_id = ${transactionId}`)
    },

    lockOn: (tx: Queries, date: string): Promise<AnnouncedRow | undefined> =>
      tx.first<AnnouncedRow>(sql`
        select ${columns} from evaporation_round where date = ${date} and cancelled_at is null for update`),

    async remove(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`delete from evaporation_round where id = ${id}`)
    },

    /** Resets `told_up_to`, so that members notified of the round are notified of the cancellation. */
    async cancel(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update evaporation_round set cancelled_at = ${at}, told_up_to = null where id = ${id}`)
    },

    /** The date of the earliest round that has not been called. */
    async nextDate(): Promise<string | undefined> {
      const row = await db.first<{ date: string }>(sql`
        select to_char(date, 'YYYY-MM-DD') as date from evaporation_round
        where transaction_id is null and done_at is null and cancelled_at is null
        order by evaporation_round.date limit 1`)
      return row?.date
    },

    /** Locks a round up to that date whose announcement or cancellation is not yet sent to all members; skips locked ones. */
    lockUntold: (tx: Queries, until: string): Promise<AnnouncedRow | undefined> =>
      tx.first<AnnouncedRow>(sql`
        select ${columns} from evaporation_round where ${isUntold(until)}
        order by evaporation_round.date limit 1 for update skip locked`),
    hasUntold: (until: string): Sql => sql`exists (select from evaporation_round where ${isUntold(until)})`,

    async recordTold(tx: Queries, id: string, upTo: string): Promise<void> {
      await tx.execute(sql`update evaporation_round set told_up_to = ${upTo} where id = ${id}`)
    },

    async recordAllTold(tx: Queries, { id, cancelledAt }: AnnouncedRow, at: Date): Promise<void> {
      await (cancelledAt
        ? tx.execute(sql`update evaporation_round set recalled_at = ${at} where id = ${id}`)
        : tx.execute(sql`update evaporation_round set told_at = ${at} where id = ${id}`))
    },

    /** The earliest round up to that date that is not completely settled. */
    findDue: (until: string): Promise<AnnouncedRow | undefined> =>
      db.first<AnnouncedRow>(sql`
        select ${columns} from evaporation_round where ${isDue(until)}
        order by evaporation_round.date limit 1`),
    hasDue: (until: string): Sql => sql`exists (select from evaporation_round where ${isDue(until)})`,

    async recordCall(tx: Queries, id: string, transactionId: string): Promise<void> {
      await tx.execute(sql`update evaporation_round set transaction_id = ${transactionId} where id = ${id}`)
    },
    async recordConfirmation(id: string, transactionHash: string): Promise<void> {
      await db.execute(sql`update evaporation_round set transaction_hash = ${transactionHash} where id = ${id}`)
    },
    async recordEnd(id: string, at: Date): Promise<void> {
      await db.execute(sql`update evaporation_round set done_at = ${at} where id = ${id} and done_at is null`)
    },

    /** Announced rounds and those called on the token, newest first. */
    async page(page: Page): Promise<{ rows: RoundRow[]; total: number }> {
      const rows = await db.query<RoundRow & { total: number }>(sql`
        with called as (
          select coalesce(e.date, (t.at at time zone 'Europe/Rome')::date) as date, t.number, t.evaporated, t.holders,
            case when e.id is not null and e.done_at is null then 'called' else 'done' end as state
          from token_round t left join evaporation_round e on e.transaction_hash = t.transaction_hash
        ), announced as (
          select date, null::integer, null::bigint, null::bigint,
            case when done_at is not null then 'done' when transaction_id is not null then 'called' else 'announced' end
          from evaporation_round e
          where cancelled_at is null
            and not exists (select from token_round t where t.transaction_hash = e.transaction_hash)
        )
        select to_char(r.date, 'YYYY-MM-DD') as date, r.state, r.evaporated, r.holders,
          count(*) over () as total
        from (select * from called union all select * from announced) as r
        order by r.date desc, r.number desc nulls first ${limitOf(page)}`)
      return { rows, total: rows[0]?.total ?? 0 }
    },
  }
}
