import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { call } from '#web/client.ts'
import { ReportEntry } from '#web/features/association/reports/report-entry.tsx'
import styles from '#web/features/association/reports/reports.module.css'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireModerator } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import tab from '#web/ui/layout/tab.module.css'
import { Alert } from '#web/ui/state/alert.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Segnalazioni'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const user = await requireModerator(url)
  const p = readPage(url)
  const state: 'open' | 'decided' = url.searchParams.get('stato') === 'decise' ? 'decided' : 'open'
  const [page, objections] = await orRouteError(
    Promise.all([
      call('GET /api/reports', { query: { state, p: String(p) } }),
      user.isAdmin ? call('GET /api/decisions') : { decisions: [] },
    ]),
  )
  return { ...page, p, state, objections: objections.decisions }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const pathOf = (state: 'open' | 'decided', p: number) =>
  `/segnalazioni?${new URLSearchParams({ ...(state === 'decided' ? { stato: 'decise' } : {}), p: String(p) })}`

export default function Reports() {
  const { reports, pages, p, state, objections } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [decided, setDecided] = useState<number>()
  return (
    <ListPage title={TITLE}>
      <nav className={styles.tabs} aria-label="Quali segnalazioni">
        <Link to="/segnalazioni" className={tab.tab} aria-current={state === 'open' ? 'page' : undefined}>
          Da decidere
        </Link>
        <Link
          to="/segnalazioni?stato=decise"
          className={tab.tab}
          aria-current={state === 'decided' ? 'page' : undefined}
        >
          Decise
        </Link>
      </nav>
      {decided !== undefined && state === 'open' && (
        <Alert tone="success">
          La segnalazione n. {decided} è decisa: la trovi tra le decise. Chi è coinvolto lo avvisiamo noi.
        </Alert>
      )}
      {objections.length > 0 && (
        <section className={styles.entry} aria-labelledby="ricorsi">
          <h2 className={styles.heading} id="ricorsi">
            Ricorsi da decidere
          </h2>
          <ul>
            {objections.map(({ _id, title, author }) => (
              <li key={_id}>
                <Link to={`/decisioni/${_id}`}>
                  {title || author?.username} {author && `(${author.username})`}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {reports.map((report) => (
        <ReportEntry
          key={report._id}
          report={report}
          onDecided={() => {
            setDecided(report.number)
            void revalidate()
          }}
        />
      ))}
      {reports.length === 0 && (
        <EmptyState title={state === 'open' ? 'Nessuna segnalazione da decidere' : 'Ancora nessuna decisione'}>
          Qui arrivano le segnalazioni su annunci, recensioni, messaggi e persone.
        </EmptyState>
      )}
      <Pagination page={p} pages={pages} pathOf={(next) => pathOf(state, next)} label="Pagine delle segnalazioni" />
    </ListPage>
  )
}
