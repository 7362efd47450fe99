import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { call } from '#web/client.ts'
import { RingCard } from '#web/features/exchange/rings/ring-card.tsx'
import styles from '#web/features/exchange/rings/rings.module.css'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Anelli di scambio'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id: viewerId } = await requireMember(url)
  const p = readPage(url)
  return { viewerId, p, ...(await orRouteError(call('GET /api/rings', { query: { p } }))) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Rings() {
  const { rings, pages, p, viewerId } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  useLive(({ event }) => {
    const isNews = event === 'notices' || event === 'reset'
    if (isNews && !document.querySelector('dialog[open]')) void revalidate()
  })
  return (
    <ListPage title={TITLE}>
      <p>
        Tu dai a una persona, che dà a un’altra, che dà a te: è un anello. Li cerchiamo noi tra gli annunci Vendo, Dono
        e Cerco, e te li proponiamo qui.
      </p>
      {rings.length > 0 ? (
        <div className={styles.list}>
          {rings.map((ring) => (
            <RingCard key={ring._id} ring={ring} viewerId={viewerId} onChange={revalidate} />
          ))}
        </div>
      ) : (
        <EmptyState title="Ancora nessun anello">
          Pubblica qualcosa che offri e qualcosa che cerchi: appena troviamo un anello te lo diciamo.
        </EmptyState>
      )}
      {rings.length === 0 && (
        <p>
          <ButtonLink to="/pubblica">Pubblica un annuncio</ButtonLink>
        </p>
      )}
      <Pagination page={p} pages={pages} pathOf={(next) => `/anelli?p=${next}`} label="Pagine degli anelli" />
    </ListPage>
  )
}
