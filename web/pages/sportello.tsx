import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { call } from '#web/client.ts'
import { BeginActing } from '#web/features/accounts/desk/begin-acting.tsx'
import { NewsList } from '#web/features/accounts/desk/news-list.tsx'
import { RegisterPerson } from '#web/features/accounts/desk/register-person.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireDesk } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Sportello'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireDesk(url)
  const p = readPage(url)
  return { p, news: await orRouteError(call('GET /api/desk/news', { query: { p } })) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Desk() {
  const { p, news } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage title={TITLE}>
      <BeginActing />
      <NewsList news={news} page={p} />
      <RegisterPerson />
      <p>
        Per chi non usa il telefono: <Link to="/pagine">stampa gli annunci come libretto</Link>.
      </p>
    </ListPage>
  )
}
