import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { SellerCard } from '#web/features/market/sellers/seller-card.tsx'
import { TopSellers } from '#web/features/market/sellers/top-sellers.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './tutti_noi.module.css'

const TITLE = 'Noi Tutti'
const PER_PAGE = 24

const pathOf = (page: number) => (page === 1 ? '/tutti_noi' : `/tutti_noi?p=${page}`)

export const loader = async ({ url, context }: LoaderFunctionArgs) => {
  const page = readPage(url)
  const { site, members } = context.get(pageServices)
  const [sellers, top] = await orRouteError(Promise.all([members.sellers(), members.topSellers()]))
  return {
    site,
    page,
    top,
    pages: Math.ceil(sellers.length / PER_PAGE),
    sellers: sellers.slice((page - 1) * PER_PAGE, page * PER_PAGE),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta(TITLE)
  const { site, page } = loaderData
  return pageMeta({
    title: page === 1 ? TITLE : `${TITLE}, pagina ${page}`,
    description: `Chi offre, produce e scambia nella comunità di ${site.associationName}.`,
    publicUrl: site.publicUrl,
    path: pathOf(page),
  })
}

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function TuttiNoi() {
  const { page, pages, sellers, top } = useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{TITLE}</h1>
      <p className={styles.lead}>
        Le persone e le botteghe della comunità. Per comparire qui aggiungi un’immagine e una descrizione nel tuo{' '}
        <Link to="/profilo/dati">profilo</Link>.
      </p>
      {page === 1 && top.length > 0 && <TopSellers members={top} />}
      {sellers.length > 0 ? (
        <ul className={styles.grid}>
          {sellers.map((member) => (
            <li key={member._id}>
              <SellerCard member={member} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={pages > 0 ? 'Gli offerenti finiscono prima' : 'Nessun offerente trovato'}>
          {pages > 0 ? (
            <Link to={pathOf(1)}>Torna alla prima pagina</Link>
          ) : (
            'Nessuno si è ancora presentato: comincia tu.'
          )}
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} pathOf={pathOf} label="Pagine degli offerenti" />
    </div>
  )
}
