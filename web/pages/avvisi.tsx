import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useLocation } from 'react-router'
import type { NoticeView } from '#domain/talk/notices.schema.ts'
import { call } from '#web/client.ts'
import { NoticeList } from '#web/features/talk/notices/notice-list.tsx'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { useActing } from '#web/lib/session/acting.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { orLastData, useQuietRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Notifiche'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  const p = readPage(url)
  return { p, ...(await orRouteError(orLastData(url, call('GET /api/notices', { query: { p } })))) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Settings = () => (
  <ButtonLink to="/avvisi/preferenze" kind="outlined">
    Preferenze
  </ButtonLink>
)

const unseenIn = (notices: NoticeView[]): string[] => notices.filter(({ seen }) => !seen).map(({ _id }) => _id)

/** Marks the notices that were unseen at any time since the page was opened. */
const MarkedNotices = ({ notices }: { notices: NoticeView[] }) => {
  const [marked, setMarked] = useState<string[]>([])
  const added = unseenIn(notices).filter((id) => !marked.includes(id))
  if (added.length > 0) setMarked([...marked, ...added])
  return <NoticeList notices={notices.map((notice) => ({ ...notice, seen: !marked.includes(notice._id) }))} />
}

/** Listed notices count as seen; they keep their mark until the page is opened again. */
export default function Avvisi() {
  const { p, notices, pages } = useLoaderData<typeof clientLoader>()
  const { key } = useLocation()
  const refresh = useQuietRefresh()
  const acting = useActing()
  useEffect(() => {
    const ids = unseenIn(notices)
    if (ids.length > 0) void call('POST /api/notices/seen', { body: { ids } }).catch(() => undefined)
  }, [notices])
  useLive(({ event }) => {
    if (event === 'reset') void refresh()
  })
  return (
    <ListPage title={acting ? `Notifiche di ${acting.member}` : TITLE} action={!acting && <Settings />}>
      {notices.length > 0 ? (
        <MarkedNotices key={key} notices={notices} />
      ) : (
        <EmptyState title="Nessuna notifica">
          Qui trovi che cosa succede alle tue richieste, ai tuoi annunci e ai tuoi VAL.{' '}
          <Link to="/">Vai alla vetrina</Link>
        </EmptyState>
      )}
      <Pagination page={p} pages={pages} pathOf={(page) => `/avvisi?p=${page}`} label="Pagine delle notifiche" />
    </ListPage>
  )
}
