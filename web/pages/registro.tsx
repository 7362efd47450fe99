import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { AUDIT_KIND_NAMES, auditText } from '#domain/association/audit.ts'
import type { AuditPage } from '#domain/association/reports.schema.ts'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { AuditDetails } from '#web/features/association/audit/audit-details.tsx'
import { AuditFilter, type AuditSelection, auditPath } from '#web/features/association/audit/audit-filter.tsx'
import { oneOf } from '#web/lib/form-data.ts'
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
const EVERYTHING: AuditSelection = { id: '', kind: '', until: '' }

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const p = readPage(url)
  const given = (name: string) => url.searchParams.get(name) ?? ''
  const selection = { id: given('id'), kind: oneOf(AUDIT_KIND_NAMES, given('kind')), until: given('until') }
  const { id: member, kind, until } = selection
  const [page, about] = await Promise.all([
    orRouteError(call('GET /api/audit', { query: { p: String(p), member, kind, until } })),
    // A deleted account has no name.
    member ? call('GET /api/users/:id', { params: { id: member } }).catch(() => undefined) : undefined,
  ])
  return { p, selection, name: about?.username ?? 'questa persona', ...page }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

/** Leads to what the log says of a person. */
const PersonLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={auditPath({ ...EVERYTHING, id })}>{children}</Link>
)

const Actor = ({ entry: { actor, action } }: { entry: AuditPage['entries'][number] }) =>
  actor ? (
    <PersonLink id={actor._id}>{actor.username}</PersonLink>
  ) : action === 'report.add' ? (
    'Chi segnala'
  ) : (
    'Il sistema'
  )

const Empty = ({ selection, isPastEnd }: { selection: AuditSelection; isPastEnd: boolean }) => {
  if (isPastEnd)
    return (
      <EmptyState title="Il registro finisce prima">
        <Link to={auditPath(selection)}>Torna alla prima pagina</Link>
      </EmptyState>
    )
  if (selection.kind || selection.until)
    return (
      <EmptyState title="Niente di questo genere">
        <Link to={auditPath({ ...EVERYTHING, id: selection.id })}>Togli i filtri</Link>
      </EmptyState>
    )
  return <EmptyState title="Ancora niente">Qui compaiono decisioni, sospensioni e cambi di ruolo.</EmptyState>
}

export default function Audit() {
  const { entries, pages, p, selection, name } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage title={TITLE} search={<AuditFilter selection={selection} />}>
      {selection.id ? (
        <p>
          Solo ciò che ha fatto {name}, o che riguarda {name}.{' '}
          <Link to={auditPath({ ...selection, id: '' })}>Mostra tutti</Link>
        </p>
      ) : (
        <p>
          Che cosa ha fatto chi amministra, modera o sta allo sportello. Nessuno può cambiare o cancellare una riga.
        </p>
      )}
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
                <Actor entry={entry} />
              </td>
              <td data-label="Che cosa">{auditText(entry.action)}</td>
              <td data-label="Su" className={table.name}>
                {entry.about ? <PersonLink id={entry.subject}>{entry.about}</PersonLink> : '—'}
              </td>
              <td data-label="Dettagli" className={table.name}>
                <AuditDetails entry={entry} />
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <Empty selection={selection} isPastEnd={pages > 0} />
      )}
      <Pagination page={p} pages={pages} pathOf={(page) => auditPath(selection, page)} label="Pagine del registro" />
    </ListPage>
  )
}
