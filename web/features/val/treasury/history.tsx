import { formatDate, formatTime } from '#domain/base/dates.ts'
import type { TreasuryHistory } from '#domain/val/treasury.schema.ts'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const COMMAND_LINE = 'riga di comando'

/** The actions of admins on the treasury. */
export const History = ({ history: { entries, page, pages } }: { history: TreasuryHistory }) =>
  entries.length === 0 ? (
    <EmptyState title="Ancora nulla">Qui resta scritto che cosa si fa con la tesoreria, e chi lo ha fatto.</EmptyState>
  ) : (
    <>
      <Table caption="Storico della tesoreria" columns={['Quando', 'Che cosa', 'Chi']}>
        {entries.map(({ _id, at, text, by }) => (
          <tr key={_id}>
            <td data-label="Quando">
              <time dateTime={at}>
                {formatDate(at)} {formatTime(at)}
              </time>
            </td>
            <td data-label="Che cosa">{text}</td>
            <td data-label="Chi">{by || COMMAND_LINE}</td>
          </tr>
        ))}
      </Table>
      <Pagination page={page} pages={pages} pathOf={(p) => `/tesoreria?p=${p}#storico`} label="Pagine dello storico" />
    </>
  )
