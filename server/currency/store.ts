import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

export type RoundRow = { date: string; transactionId: string | null; doneAt: Date | null; toldAt: Date | null }
export type CurrencyStore = ReturnType<typeof makeCurrencyStore>

export const makeCurrencyStore = (db: Database) => {
  const columns = sql`
    to_char(date, 'YYYY-MM-DD') as date, transaction_id as "transactionId", done_at as "doneAt", told_at as "toldAt"`

  return {
    transaction: db.transaction,

    /** False if there is one on that date. */
    async announce(tx: Queries, { date, by, at }: { date: string; by: string; at: Date }): Promise<boolean> {
      const added = await tx.execute(sql`
        insert into evaporation_round (date, announced_by, announced_at) values (${date}, ${by}, ${at})
        on conflict do nothing`)
      return added > 0
    },

    lock: (tx: Queries, date: string): Promise<RoundRow | undefined> =>
      tx.first<RoundRow>(sql`select ${columns} from evaporation_round where date = ${date} for update`),

    async remove(tx: Queries, date: string): Promise<void> {
      await tx.execute(sql`delete from evaporation_round where date = ${date}`)
    },

    /** The earliest round that has not been called. */
    async nextDate(): Promise<string | undefined> {
      const row = await db.first<{ date: string }>(sql`
        select to_char(date, 'YYYY-MM-DD') as date from evaporation_round
        where transaction_id is null and done_at is null order by evaporation_round.date limit 1`)
      return row?.date
    },

    /** Newest first. */
    async page({ size, number }: { size: number; number: number }): Promise<{ rows: RoundRow[]; total: number }> {
      const rows = await db.query<RoundRow & { total: number }>(sql`
        select ${columns}, count(*) over () as total from evaporation_round
        order by evaporation_round.date desc limit ${size} offset ${(number - 1) * size}`)
      return { rows, total: rows[0]?.total ?? 0 }
    },
  }
}
