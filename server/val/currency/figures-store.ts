import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ZERO_ADDRESS } from '#server/val/currency/entries.ts'

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

// A round takes nothing from balances up to 1 VAL.
const SPARED = 100

/** For admins alone: single events, and figures of this moment. */
export const makeFiguresStore = (db: Database, treasury: string) => ({
  /** What wallets other than the treasury's hold, in hundredths, and from how many of them a round would take something. */
  async holdings(): Promise<{ held: number; losing: number }> {
    const row = await db.first<{ held: number; losing: number }>(sql`
      select coalesce(sum(balance), 0)::bigint as held, count(*) filter (where balance > ${SPARED}) as losing
      from token_balance where account not in (${treasury}, ${ZERO_ADDRESS})`)
    return row ?? { held: 0, losing: 0 }
  },

  async balancesOf(accounts: readonly string[]): Promise<Map<string, number>> {
    const rows = await db.query<{ account: string; balance: number }>(
      sql`select account, balance from token_balance where account = any(${accounts}::text[])`,
    )
    return new Map(rows.map(({ account, balance }) => [account, balance]))
  },

  /** In order, after a position. */
  events: (after: number, size: number): Promise<EventRow[]> =>
    db.query<EventRow>(sql`
      select position, block, log_index as "logIndex", transaction_hash as "transactionHash", at, kind, sender, recipient,
        amount
      from token_event where position > ${after} order by position limit ${size}`),
})
