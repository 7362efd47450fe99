import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { ThreadList } from '#web/features/talk/threads/thread-list.tsx'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { orLastData, useQuietRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Messaggi'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  const p = readPage(url)
  return { p, ...(await orRouteError(orLastData(url, call('GET /api/threads', { query: { p } })))) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Messaggi() {
  const { p, threads, pages } = useLoaderData<typeof clientLoader>()
  const refresh = useQuietRefresh()
  useLive(({ event }) => {
    if (event !== 'notices') void refresh()
  })
  return (
    <ListPage title={TITLE}>
      {threads.length > 0 ? (
        <ThreadList threads={threads} />
      ) : (
        <EmptyState title="Ancora nessun messaggio">
          Apri un annuncio e fai una domanda: <Link to="/">vai alla vetrina</Link>. Le richieste che hai mandato sono
          nello <Link to="/orderhistory">Storico</Link>.
        </EmptyState>
      )}
      <Pagination page={p} pages={pages} pathOf={(page) => `/messaggi?p=${page}`} label="Pagine dei messaggi" />
    </ListPage>
  )
}
