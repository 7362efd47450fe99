import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LAST_SPARED_BAND } from '#server/val/currency/bands.ts'
import { ZERO_ADDRESS } from '#server/val/currency/entries.ts'

export type Totals = { events: number; issued: number; evaporated: number; burned: number }
export type Band = { band: number; holders: number; held: number }
export type EventRow = {
  position: number
  block: number
  logIndex: number
  transactionHash: string
  at: Date
  kind: string
  sender: string
  recipient: string
  amount: number
}
export type FiguresStore = ReturnType<typeof makeFiguresStore>

export const makeFiguresStore = (db: Database) => ({
  /** `burned` is what was sent to the zero address. */
  async totals(): Promise<Totals> {
    const row = await db.first<Totals>(sql`
      select events, issued, evaporated,
        coalesce((select balance from token_balance where account = ${ZERO_ADDRESS}), 0) as burned
      from token_total`)
    return row ?? { events: 0, issued: 0, evaporated: 0, burned: 0 }
  },

  /** Smallest balances first. */
  bands: (): Promise<Band[]> =>
    db.query<Band>(sql`select band, holders, held from token_band where holders > 0 order by band`),

  /** The balances of a band, smallest first. */
  balancesIn: (band: number): Promise<{ balance: number; holders: number }[]> =>
    db.query<{ balance: number; holders: number }>(sql`
      select balance, holders from token_balance_count where band = ${band} order by balance`),

  /** How many accounts a round would take something from. */
  async countAboveThreshold(): Promise<number> {
    const row = await db.first<{ holders: number }>(sql`
      select coalesce(sum(holders), 0)::bigint as holders from token_band where band > ${LAST_SPARED_BAND}`)
    return row?.holders ?? 0
  },

  months: (): Promise<{ month: string; exchanged: number }[]> =>
    db.query<{ month: string; exchanged: number }>(sql`select month, exchanged from token_month order by month`),

  /** In order, after a position. */
  events: (after: number, size: number): Promise<EventRow[]> =>
    db.query<EventRow>(sql`
      select position, block, log_index as "logIndex", transaction_hash as "transactionHash", at, kind, sender, recipient,
        amount
      from token_event where position > ${after} order by position limit ${size}`),
})
