import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { PAGE_SIZE, SECTION_LABELS, type Section } from '#domain/market/listings.ts'
import { Partners } from '#web/features/association/introduction/partners.tsx'
import { Welcome } from '#web/features/association/introduction/welcome.tsx'
import { toCardData } from '#web/features/market/listings/card/card-data.ts'
import { hasWelcomeFirst, homePath, readHome } from '#web/features/market/listings/card/home-path.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { SectionTabs } from '#web/features/market/listings/card/section-tabs.tsx'
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
  const { section, page } = target
  const list = await orGenericRouteError(
    listings.list({ p: page, pageSize: PAGE_SIZE, section, min: 0, max: 0, rating: 0 }),
  )
  return withPageStatus({ site, section, page, pages: list.pages, products: list.products.map(toCardData) })
}

// The pictures visible on a phone without scrolling.
const EAGER_PICTURES = 2

const CALENDAR = 'Calendario degli eventi'
const CALENDAR_PATH = '/feed/avviso.ics'

const titleOf = (section: Section, page: number): string => `${SECTION_LABELS[section]}, pagina ${page}`

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta('Annunci tra vicini')
  const { site, section, page } = loaderData
  const calendar = { tagName: 'link', rel: 'alternate', type: 'text/calendar', title: CALENDAR, href: CALENDAR_PATH }
  const tags = pageMeta({
    title: page === 1 && section === 'offro' ? 'Annunci tra vicini' : titleOf(section, page),
    description: `La bacheca di ${site.associationName}: prodotti, servizi, tempo ed eventi da scambiare in euro e in VAL.`,
    publicUrl: site.publicUrl,
    path: homePath(section, page),
  })
  return section === 'avviso' ? [...tags, calendar] : tags
}

export const ErrorBoundary = () => <LoadError title="NUOVE ATTIVITÀ" />

export default function Home() {
  const { site, section, page, pages, products } = useLoaderData<typeof loader>()
  return (
    <>
      {hasWelcomeFirst(page) && <Welcome site={site} heading="h1" />}
      <section className={styles.showcase} aria-labelledby="nuove-attivita">
        {!hasWelcomeFirst(page) && <h1 className="visually-hidden">{titleOf(section, page)}</h1>}
        <div className={styles.top}>
          <h2 id="nuove-attivita" className={styles.title}>
            NUOVE ATTIVITÀ
          </h2>
          <FavouritesLink />
        </div>
        <SectionTabs section={section} page={page} pages={pages} />
        {section === 'avviso' && (
          <p>
            <a href={CALENDAR_PATH}>{CALENDAR}</a>
          </p>
        )}
        {products.length > 0 ? (
          <ListingGrid listings={products} eagerCount={EAGER_PICTURES} />
        ) : (
          <EmptyState title="Nessun annuncio trovato">
            {pages > 0 ? (
              <>
                Gli annunci di questa sezione finiscono prima:{' '}
                <Link to={homePath(section, 1)}>torna alla prima pagina</Link>.
              </>
            ) : (
              'In questa sezione non c’è ancora nulla: torna a trovarci, o pubblica tu il primo annuncio.'
            )}
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} pathOf={(n) => homePath(section, n)} label="Pagine degli annunci" />
      </section>
      {!hasWelcomeFirst(page) && <Welcome site={site} heading="h2" />}
      <Partners partners={site.partners} className={styles.partners} />
    </>
  )
}
