import type { Viewer } from '#domain/accounts/access.ts'
import { formatDate } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { Movement, Statement, StatementQuery } from '#domain/val/wallet.schema.ts'
import { MOVEMENT_NAMES, STATEMENT_PAGE } from '#domain/val/wallet.ts'
import { CSV_START, csvAmount, csvRow, csvText } from '#server/platform/csv/write.ts'
import { CHAIN_WAIT_MS, withTimeout } from '#server/platform/timeouts.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { Follower } from '#server/val/wallet/follower.ts'
import { asMovements, type Explain } from '#server/val/wallet/movement-texts.ts'
import type { StatementRow } from '#server/val/wallet/rows.ts'
import type { MovementSelection, WalletStore } from '#server/val/wallet/store.ts'

export const MAX_EXPORTED = 100_000

type Parts = {
  store: WalletStore
  chain: Chain
  follower: Follower
  accountOf(viewer: Viewer): Promise<string>
  now: () => Date
  explain: Explain
}
export type Statements = ReturnType<typeof makeStatements>

export const makeStatements = ({ store, chain, follower, accountOf, now, explain }: Parts) => {
  const toMovements = (rows: StatementRow[]) => asMovements(rows, explain, chain.treasury.address)

  // An evaporation round lowers all balances at once, but the token emits a holder's event later; until then the movement is
  // computed.
  const pendingEvaporation = async (account: string, last: number): Promise<StatementRow[]> => {
    const [unsettled, balance] = await Promise.all([chain.unsettled(), chain.balanceOf(account)])
    if (unsettled === 0 || balance >= last) return []
    const unknown = { counterpart: '', username: '', name: '', transactionId: null, transactionKey: null } as const
    const amount = balance - last
    return [{ ...unknown, position: 0, account, kind: 'evaporation', amount, balance, transactionHash: '', at: now() }]
  }

  const read = async (viewer: Viewer, selection: MovementSelection) => {
    const account = await accountOf(viewer)
    const deadline = performance.now() + CHAIN_WAIT_MS
    await beforeDeadline(deadline, () => follower.follow())
    const [rows, last] = await Promise.all([store.movements(account, selection), store.lastBalance(account)])
    const pending = await beforeDeadline(deadline, () => pendingEvaporation(account, last))
    const isShown = !selection.before && (!selection.kind || selection.kind === 'evaporation')
    return { account, balance: pending[0]?.balance ?? last, rows, pending: isShown ? pending : [] }
  }

  return {
    async page(viewer: Viewer, { before, kind }: StatementQuery): Promise<Statement> {
      const { account, balance, rows, pending } = await read(viewer, { size: STATEMENT_PAGE + 1, before, kind })
      const shown = rows.slice(0, STATEMENT_PAGE)
      return {
        account,
        balance: fromHundredths(balance),
        movements: await toMovements([...pending, ...shown]),
        next: rows.length > STATEMENT_PAGE ? (shown.at(-1)?.position ?? null) : null,
      }
    },

    async csv(viewer: Viewer, { kind }: Pick<StatementQuery, 'kind'>): Promise<string> {
      const { rows, pending } = await read(viewer, { size: MAX_EXPORTED, kind })
      return asCsv(await toMovements([...pending, ...rows]))
    },
  }
}

const beforeDeadline = <T>(deadline: number, ask: () => Promise<T>): Promise<T> =>
  withTimeout(
    Math.max(0, deadline - performance.now()),
    ask,
    () => new AppError('unavailable', MESSAGES.chainUnavailable),
  )

const COLUMNS = ['Data', 'Movimento', 'Con chi', 'Descrizione', 'Importo VAL', 'Saldo VAL']

const asCsv = (movements: Movement[]): string => {
  const rows = movements.map((one) =>
    csvRow([
      formatDate(one.date),
      MOVEMENT_NAMES[one.kind],
      csvText(one.username),
      csvText(one.title),
      csvAmount(one.amount),
      csvAmount(one.balance),
    ]),
  )
  return [CSV_START, csvRow(COLUMNS), ...rows].join('')
}
