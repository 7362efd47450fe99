import { useNavigate } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { formatVal } from '#domain/money.ts'
import type { Movement } from '#domain/wallet.schema.ts'
import { MOVEMENT_NAMES } from '#domain/wallet.ts'
import { download as downloadFile } from '#web/client.ts'
import { statementSearch, type WalletData } from '#web/features/wallet/load-wallet.ts'
import { Button } from '#web/ui/button.tsx'
import table from '#web/ui/data/table.module.css'
import { Table } from '#web/ui/data/table.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './wallet.module.css'

const shortAccount = (account: string) => (account ? `${account.slice(0, 6)}…${account.slice(-4)}` : '')

const Line = ({ movement }: { movement: Movement }) => (
  <tr>
    <td data-label="Data">
      <time dateTime={movement.date}>{formatDate(movement.date)}</time>
    </td>
    <td data-label="Movimento">
      <span>
        {MOVEMENT_NAMES[movement.kind]}
        {(movement.username || movement.account) && movement.kind !== 'evaporation' && (
          <span className={styles.who} title={movement.account}>
            {' '}
            {movement.amount < 0 ? 'a' : 'da'} {movement.username || shortAccount(movement.account)}
          </span>
        )}
      </span>
    </td>
    <td data-label="Importo" className={table.number} data-sign={movement.amount < 0 ? 'minus' : 'plus'}>
      {`${movement.amount > 0 ? '+' : ''}${formatVal(movement.amount)}`}
    </td>
    <td data-label="Saldo" className={table.number}>
      {formatVal(movement.balance)}
    </td>
  </tr>
)

const COLUMNS = ['Data', 'Movimento', { name: 'Importo', number: true }, { name: 'Saldo', number: true }]

/** The paged list of VAL movements, with a CSV download. */
export const Statement = ({ statement, onRetry }: { statement: WalletData['statement']; onRetry: () => void }) => {
  const navigate = useNavigate()
  const open = (page: number) => navigate(statementSearch(page), { preventScrollReset: true, replace: true })
  const download = useAction(() => downloadFile('GET /api/wallet/statement.csv', 'estratto-conto.csv'))
  return (
    <div className={styles.statement}>
      <div className={styles.top}>
        <h3 className={styles.heading}>Estratto conto</h3>
        <Button kind="outlined" onClick={download.run} disabled={download.busy}>
          {download.busy ? 'Preparo…' : 'Scarica CSV'}
        </Button>
      </div>
      <Outcome {...download.outcome} />
      <Loaded data={statement} onRetry={onRetry} skeletonLines={6}>
        {({ movements, page, pages }) =>
          movements.length === 0 ? (
            <p>Ancora nessun movimento.</p>
          ) : (
            <>
              <Table
                caption="Movimenti del portafoglio, dal più recente"
                columns={COLUMNS}
                className={styles.movements}
              >
                {movements.map((movement) => (
                  <Line key={`${movement.transactionHash}${movement.kind}${movement.balance}`} movement={movement} />
                ))}
              </Table>
              {pages > 1 && (
                <nav className={styles.pages} aria-label="Pagine dell’estratto conto">
                  <Button kind="plain" disabled={page <= 1} onClick={() => open(page - 1)}>
                    Più recenti
                  </Button>
                  <span>
                    Pagina {page} di {pages}
                  </span>
                  <Button kind="plain" disabled={page >= pages} onClick={() => open(page + 1)}>
                    Più vecchi
                  </Button>
                </nav>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  )
}
