import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { NewsletterView } from '#domain/talk/newsletter.schema.ts'
import { call } from '#web/client.ts'
import { NewsletterTable } from '#web/features/talk/newsletter/newsletter-table.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Deletion, useDeletion } from '#web/ui/deletion.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Scrivi a tutti'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const p = readPage(url)
  return { p, ...(await orRouteError(call('GET /api/newsletters', { query: { p: String(p) } }))) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Newsletters() {
  const { newsletters, pages, p } = useLoaderData<typeof clientLoader>()
  const deletion = useDeletion<NewsletterView>()
  return (
    <ListPage
      title={TITLE}
      action={<ButtonLink to="/scrivi/nuova">Scrivi una newsletter</ButtonLink>}
      message={deletion.message}
    >
      {newsletters.length > 0 ? (
        <NewsletterTable newsletters={newsletters} onDelete={deletion.setTarget} />
      ) : (
        <EmptyState title="Ancora nessuna newsletter">
          Scrivi la prima: la provi nella tua posta e poi la mandi a tutti.
        </EmptyState>
      )}
      <Pagination page={p} pages={pages} pathOf={(next) => `/scrivi?p=${next}`} label="Pagine delle newsletter" />
      <Deletion
        title="Cancellare questa bozza?"
        label="Cancella bozza"
        deletion={deletion}
        remove={({ _id }) => call('DELETE /api/newsletters/:id', { params: { id: _id } })}
      >
        {({ subject }) => (
          <p>
            <strong>{subject}</strong> non è ancora partita. Non si può annullare.
          </p>
        )}
      </Deletion>
    </ListPage>
  )
}
