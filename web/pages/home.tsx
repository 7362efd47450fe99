import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { PAGE_SIZE, SECTION_LABELS } from '#domain/market/listings.ts'
import { Partners } from '#web/features/association/introduction/partners.tsx'
import { Welcome } from '#web/features/association/introduction/welcome.tsx'
import { toCardData } from '#web/features/market/listings/card/card-data.ts'
import { type HomeTab, homePath, readHome, sectionOf } from '#web/features/market/listings/card/home-path.ts'
import { HomeTabs } from '#web/features/market/listings/card/home-tabs.tsx'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { FavouritesLink } from '#web/features/market/listings/favourites/favourites-link.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta } from '#web/lib/page/page-meta.ts'
import { withPageStatus } from '#web/lib/page/page-status.ts'
import { orGenericRouteError, routeError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './home.module.css'

export const loader = async ({ url, params, context }: LoaderFunctionArgs) => {
  const target = readHome(url, params.p)
  if (!target) throw routeError(404, MESSAGES.pageNotFound)
  const { site, listings } = context.get(pageServices)
  const { tab, page } = target
  const list = await orGenericRouteError(
    listings.list({ p: page, pageSize: PAGE_SIZE, section: sectionOf(tab), min: 0, max: 0, rating: 0 }),
  )
  return withPageStatus({ site, tab, page, pages: list.pages, products: list.products.map(toCardData) })
}

// The pictures visible on a phone without scrolling.
const EAGER_PICTURES = 2

const CALENDAR = 'Calendario degli eventi'
const CALENDAR_PATH = '/feed/avviso.ics'

const TITLE = 'Annunci tra vicini'

const titleOf = (tab: HomeTab, page: number): string =>
  [tab === 'all' ? TITLE : SECTION_LABELS[tab], page > 1 && `pagina ${page}`].filter(Boolean).join(', ')

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta(TITLE)
  const { site, tab, page } = loaderData
  const calendar = { tagName: 'link', rel: 'alternate', type: 'text/calendar', title: CALENDAR, href: CALENDAR_PATH }
  const tags = pageMeta({
    title: titleOf(tab, page),
    description: `La bacheca di ${site.associationName}: prodotti, servizi, tempo ed eventi da scambiare in euro e in VAL.`,
    publicUrl: site.publicUrl,
    path: homePath(tab, page),
  })
  return tab === 'avviso' ? [...tags, calendar] : tags
}

export const ErrorBoundary = () => <LoadError title="NUOVE ATTIVITÀ" />

export default function Home() {
  const { site, tab, page, pages, products } = useLoaderData<typeof loader>()
  return (
    <>
      {page === 1 && <Welcome site={site} />}
      <div className={styles.showcase}>
        <div className={styles.top}>
          <h1 className={styles.title}>
            NUOVE ATTIVITÀ<span className="visually-hidden">: {titleOf(tab, page)}</span>
          </h1>
          <FavouritesLink />
        </div>
        <HomeTabs tab={tab} page={page} pages={pages} />
        {tab === 'avviso' && (
          <p>
            <a href={CALENDAR_PATH}>{CALENDAR}</a>
          </p>
        )}
        {products.length > 0 ? (
          <ListingGrid listings={products} eagerCount={EAGER_PICTURES} headings="h2" />
        ) : (
          <EmptyState title={pages > 0 ? 'Gli annunci finiscono prima' : 'Nessun annuncio trovato'}>
            {pages > 0 ? (
              <Link to={homePath(tab, 1)}>Torna alla prima pagina</Link>
            ) : (
              'Qui non c’è ancora nulla: torna a trovarci, o pubblica tu il primo annuncio.'
            )}
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} pathOf={(n) => homePath(tab, n)} label="Pagine degli annunci" />
      </div>
      <Partners partners={site.partners} className={styles.partners} />
    </>
  )
}
