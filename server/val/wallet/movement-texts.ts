import { TREASURY_NAME } from '#domain/accounts/members.ts'
import { ofDayMonth } from '#domain/base/dates.ts'
import { formatAmount, fromHundredths } from '#domain/base/money.ts'
import { RATE } from '#domain/val/evaporation.ts'
import type { Movement } from '#domain/val/wallet.schema.ts'
import { MOVEMENT_NAMES } from '#domain/val/wallet.ts'
import type { StatementRow } from '#server/val/wallet/rows.ts'

/** Why VAL moved, and the page about it; `verb` and `detail` are for the receipt: "Hai mandato 5 VAL a Bruno per «Pane»". */
export type Explanation = { about: string; link?: string; verb?: string; detail?: string }
/** By the id of the transaction. */
export type Explain = (transactionIds: string[]) => Promise<Map<string, Explanation>>

/** An account of nobody in Piazza. */
const OUTSIDE = 'Conto esterno'

const aboutKey = (key: string | null): string => (key?.startsWith('welcome:') ? 'benvenuto' : '')

const titleOf = (row: StatementRow, explanation: Explanation | undefined, treasury: string): string => {
  if (row.kind === 'evaporation')
    return `Evaporazione ${ofDayMonth(row.at)}: ${RATE}\u00a0% di ${formatAmount(fromHundredths(row.balance - row.amount))}`
  if (row.kind === 'mint') return MOVEMENT_NAMES.mint
  const who = row.counterpart === treasury ? TREASURY_NAME : row.name || OUTSIDE
  const about = explanation?.about || aboutKey(row.transactionKey)
  return about ? `${who} · ${about}` : who
}

const asMovement = (row: StatementRow, explanation: Explanation | undefined, treasury: string): Movement => ({
  date: row.at.toISOString(),
  kind: row.kind,
  amount: fromHundredths(row.amount),
  balance: fromHundredths(row.balance),
  username: row.username,
  title: titleOf(row, explanation, treasury),
  link: explanation?.link ?? '',
})

export const asMovements = async (rows: StatementRow[], explain: Explain, treasury: string): Promise<Movement[]> => {
  const explanations = await explain(rows.flatMap(({ transactionId }) => transactionId ?? []))
  return rows.map((row) => asMovement(row, explanations.get(row.transactionId ?? ''), treasury))
}
