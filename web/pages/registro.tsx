import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { auditText } from '#domain/association/audit.ts'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { AuditDetails } from '#web/features/association/audit/audit-details.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import table from '#web/ui/data/table.module.css'
import { Table } from '#web/ui/data/table.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Registro'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const [p, member] = [readPage(url), url.searchParams.get('id') ?? '']
  const [page, about] = await Promise.all([
    orRouteError(call('GET /api/audit', { query: { p: String(p), member } })),
    // A deleted account has no name.
    member ? call('GET /api/users/:id', { params: { id: member } }).catch(() => undefined) : undefined,
  ])
  return { p, member, name: about?.username ?? 'questa persona', ...page }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Audit() {
  const { entries, pages, p, member, name } = useLoaderData<typeof clientLoader>()
  const pathOf = (page: number) => `/registro?p=${page}${member && `&id=${member}`}`
  return (
    <ListPage title={TITLE}>
      {member && (
        <p>
          Solo ciò che ha fatto {name}, o che riguarda {name}. <Link to="/registro">Mostra tutto</Link>
        </p>
      )}
      <p>Che cosa ha fatto chi amministra, modera o sta allo sportello. Nessuno può cambiare o cancellare una riga.</p>
      {entries.length > 0 ? (
        <Table caption="Registro" columns={['Quando', 'Chi', 'Che cosa', 'Su', 'Dettagli']}>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td data-label="Quando">
                <time dateTime={entry.at}>
                  {formatDate(entry.at)} {formatTime(entry.at)}
                </time>
              </td>
              <td data-label="Chi" className={table.name}>
                {entry.actor?.username ?? (entry.action === 'report.add' ? 'Chi segnala' : 'Il sistema')}
              </td>
              <td data-label="Che cosa">{auditText(entry.action)}</td>
              <td data-label="Su" className={table.name}>
                {entry.about || '—'}
              </td>
              <td data-label="Dettagli" className={table.name}>
                <AuditDetails entry={entry} />
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <EmptyState title={pages > 0 ? 'Il registro finisce prima' : 'Ancora niente'}>
          {pages > 0 ? (
            <Link to={pathOf(1)}>Torna alla prima pagina</Link>
          ) : (
            'Qui compaiono decisioni, sospensioni e cambi di ruolo.'
          )}
        </EmptyState>
      )}
      <Pagination page={p} pages={pages} pathOf={pathOf} label="Pagine del registro" />
    </ListPage>
  )
}
