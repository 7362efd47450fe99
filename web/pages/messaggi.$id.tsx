import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { Conversation } from '#web/features/talk/threads/conversation.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const TITLE = 'Conversazione'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/threads/:id', { params: { id } }))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Messaggio() {
  const thread = useLoaderData<typeof clientLoader>()
  const about = thread.order ? `/order/${thread.order}` : thread.listing && `/product/${thread.listing}`
  return (
    <ListPage title={thread.with.name} action={<Link to="/messaggi">Tutti i messaggi</Link>}>
      <Panel id="conversazione" title={thread.title}>
        {about && (
          <p>
            <Link to={about}>{thread.order ? 'Vedi la richiesta' : 'Vedi l’annuncio'}</Link>
          </p>
        )}
        <Conversation key={thread._id} thread={thread} />
      </Panel>
    </ListPage>
  )
}
