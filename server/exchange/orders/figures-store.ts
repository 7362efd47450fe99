import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type MonthRow = { month: string; placed: number; val: number; euro: number }
export type FiguresStore = ReturnType<typeof makeOrderFiguresStore>

/** Figures about orders for the dashboard. */
export const makeOrderFiguresStore = (db: Database) => ({
  /** Members who sent or received a request, or published a listing that is shown, since then. */
  async countActive(since: Date): Promise<number> {
    const row = await db.first<{ active: number }>(sql`
      select count(*) as active from (
        select buyer_id as id from orders where created_at >= ${since}
        union select seller_id from orders where created_at >= ${since}
        union select seller_id from listing where shown and published_at >= ${since}
      ) as active`)
    return row?.active ?? 0
  },

  async totals(): Promise<{ total: number; paid: number; delivered: number }> {
    const row = await db.first<{ total: number; paid: number; delivered: number }>(sql`
      select count(*) as total, count(paid_at) as paid, count(delivered_at) as delivered from orders`)
    return row ?? { total: 0, paid: 0, delivered: 0 }
  },

  /** Months without orders are left out. */
  byMonth: (since: Date): Promise<MonthRow[]> =>
    db.query<MonthRow>(sql`
    select month, sum(placed)::bigint as placed, sum(val)::bigint as val, sum(euro)::bigint as euro
    from (
      select to_char(created_at at time zone 'Europe/Rome', 'YYYY-MM') as month, 1 as placed, 0 as val, 0 as euro
      from orders where created_at >= ${since}
      union all
      select to_char(paid_at at time zone 'Europe/Rome', 'YYYY-MM'), 0, total_price_val, total_price_euro
      from orders where paid_at >= ${since}
    ) as happened
    group by month`),
})
