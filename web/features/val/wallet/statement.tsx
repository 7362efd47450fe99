import { Link, useNavigate } from 'react-router'
import { formatDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import type { Movement } from '#domain/val/wallet.schema.ts'
import { MOVEMENT_NAMES } from '#domain/val/wallet.ts'
import { download as downloadFile } from '#web/client.ts'
import {
  STATEMENT_FILTERS,
  type StatementSelection,
  statementSearch,
  type WalletData,
} from '#web/features/val/wallet/load-wallet.ts'
import { oneOf } from '#web/lib/form-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import table from '#web/ui/data/table.module.css'
import { Table } from '#web/ui/data/table.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './statement.module.css'

const Line = ({ movement }: { movement: Movement }) => (
  <tr>
    <td data-label="Data">
      <time dateTime={movement.date}>{formatDate(movement.date)}</time>
    </td>
    <td data-label="Movimento" className={styles.what}>
      {movement.link ? <Link to={movement.link}>{movement.title}</Link> : movement.title}
    </td>
    <td data-label="Importo" className={`${table.number} figures`} data-sign={movement.amount < 0 ? 'minus' : 'plus'}>
      {`${movement.amount > 0 ? '+' : ''}${formatVal(movement.amount)}`}
    </td>
    <td data-label="Saldo" className={`${table.number} figures`}>
      {formatVal(movement.balance)}
    </td>
  </tr>
)

const COLUMNS = ['Data', 'Movimento', { name: 'Importo', number: true }, { name: 'Saldo', number: true }]

const emptyTitle = ({ kind, before }: StatementSelection): string => {
  if (before) return 'Nessun movimento più vecchio'
  return kind ? 'Nessun movimento di questo tipo' : 'Ancora nessun movimento'
}

type Props = Pick<WalletData, 'statement' | 'selection'> & { onRetry: () => void }

/** The VAL movements, newest first, with a filter and a CSV download of what it shows. */
export const Statement = ({ statement, selection, onRetry }: Props) => {
  const navigate = useNavigate()
  const { kind } = selection
  const choose = (chosen: string) =>
    navigate(statementSearch({ kind: oneOf(STATEMENT_FILTERS, chosen), before: '' }), {
      preventScrollReset: true,
      replace: true,
    })
  const download = useAction(() =>
    downloadFile('GET /api/wallet/statement.csv', 'estratto-conto.csv', { query: { ...(kind && { kind }) } }),
  )
  return (
    <>
      <div className={styles.top}>
        <SelectField
          label="Mostra"
          name="tipo"
          value={kind}
          onChange={(event) => choose(event.currentTarget.value)}
          autoComplete="off"
        >
          <option value="">Tutti i movimenti</option>
          {STATEMENT_FILTERS.map((each) => (
            <option key={each} value={each}>
              {MOVEMENT_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <Button kind="outlined" onClick={download.run} disabled={download.busy}>
          {download.busy ? 'Preparo…' : 'Scarica CSV'}
        </Button>
      </div>
      <Outcome {...download.outcome} />
      <Loaded data={statement} onRetry={onRetry} skeletonLines={6}>
        {({ movements, next }) => (
          <>
            {movements.length === 0 ? (
              <EmptyState title={emptyTitle(selection)}>Quando ricevi o mandi VAL, li trovi qui.</EmptyState>
            ) : (
              <Table
                caption="Movimenti del portafoglio, dal più recente"
                columns={COLUMNS}
                className={styles.movements}
              >
                {movements.map((movement) => (
                  <Line
                    key={`${movement.date} ${movement.kind} ${movement.amount} ${movement.balance}`}
                    movement={movement}
                  />
                ))}
              </Table>
            )}
            {(next !== null || selection.before) && (
              <nav className={styles.pages} aria-label="Pagine dell’estratto conto">
                {selection.before && (
                  <ButtonLink kind="plain" to={statementSearch({ kind, before: '' })} preventScrollReset>
                    Torna ai più recenti
                  </ButtonLink>
                )}
                {next !== null && (
                  <ButtonLink kind="plain" to={statementSearch({ kind, before: String(next) })} preventScrollReset>
                    Più vecchi
                  </ButtonLink>
                )}
              </nav>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
