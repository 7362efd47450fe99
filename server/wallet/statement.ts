import type { Viewer } from '#domain/access.ts'
import { formatDate } from '#domain/dates.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { fromHundredths } from '#domain/money.ts'
import type { Movement, Statement } from '#domain/wallet.schema.ts'
import { MOVEMENT_NAMES, STATEMENT_PAGE } from '#domain/wallet.ts'
import type { Chain } from '#server/chain/client.ts'
import { CHAIN_WAIT_MS, withTimeout } from '#server/timeouts.ts'
import type { Follower } from '#server/wallet/follower.ts'
import type { MovementRow } from '#server/wallet/rows.ts'
import type { WalletStore } from '#server/wallet/store.ts'

export const MAX_EXPORTED = 100_000

type Parts = {
  store: WalletStore
  chain: Chain
  follower: Follower
  accountOf(viewer: Viewer): Promise<string>
  now: () => Date
}
export type Statements = ReturnType<typeof makeStatements>

export const asMovement = (row: MovementRow & { username: string }): Movement => ({
  date: row.at.toISOString(),
  kind: row.kind,
  amount: fromHundredths(row.amount),
  balance: fromHundredths(row.balance),
  account: row.counterpart,
  username: row.username,
  transactionHash: row.transactionHash,
})

export const makeStatements = ({ store, chain, follower, accountOf, now }: Parts) => {
  // A round applies to all balances at once, but its events come holder by holder: until then the movement is computed here.
  const pendingEvaporation = async (account: string, last: number): Promise<Movement[]> => {
    const [unsettled, balance] = await Promise.all([chain.unsettled(), chain.balanceOf(account)])
    if (unsettled === 0 || balance >= last) return []
    const row = { account, kind: 'evaporation', counterpart: '', username: '', transactionHash: '', at: now() } as const
    return [asMovement({ ...row, amount: balance - last, balance })]
  }

  const read = async (viewer: Viewer, page: { size: number; number: number }): Promise<Statement> => {
    const account = await accountOf(viewer)
    const deadline = Date.now() + CHAIN_WAIT_MS
    await beforeDeadline(deadline, () => follower.follow())
    const [{ rows, total }, last] = await Promise.all([store.movements(account, page), store.lastBalance(account)])
    const pending = await beforeDeadline(deadline, () => pendingEvaporation(account, last))
    return {
      account,
      balance: pending[0]?.balance ?? fromHundredths(last),
      movements: [...(page.number === 1 ? pending : []), ...rows.map(asMovement)],
      page: page.number,
      pages: Math.ceil(total / page.size),
    }
  }

  return {
    page: (viewer: Viewer, number: number) => read(viewer, { size: STATEMENT_PAGE, number }),
    async csv(viewer: Viewer): Promise<string> {
      const { movements } = await read(viewer, { size: MAX_EXPORTED, number: 1 })
      return asCsv(movements)
    },
  }
}

const beforeDeadline = <T>(deadline: number, ask: () => Promise<T>): Promise<T> =>
  withTimeout(Math.max(0, deadline - Date.now()), ask, () => new AppError('unavailable', MESSAGES.chainUnavailable))

const COLUMNS = ['Data', 'Movimento', 'Con chi', 'Conto', 'Importo VAL', 'Saldo VAL', 'Transazione']

const decimal = (amount: number): string => amount.toFixed(2).replace('.', ',')

// Prevents a name that begins like a formula from being evaluated by a spreadsheet.
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const asCsv = (movements: Movement[]): string => {
  const rows = movements.map((one) =>
    [
      formatDate(one.date),
      MOVEMENT_NAMES[one.kind],
      cell(one.username),
      one.account,
      decimal(one.amount),
      decimal(one.balance),
      one.transactionHash,
    ].join(';'),
  )
  // The byte order mark makes spreadsheets read UTF-8.
  return `\uFEFF${[COLUMNS.join(';'), ...rows].join('\r\n')}\r\n`
}
