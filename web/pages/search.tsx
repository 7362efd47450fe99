import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { type ListingCard, ListingQuery } from '#domain/listings.schema.ts'
import { ListingGrid } from '#web/features/listings/card/listing-grid.tsx'
import { NearForm } from '#web/features/listings/search/near-form.tsx'
import { ActiveFilters, SearchFilterPanel } from '#web/features/listings/search/search-filters.tsx'
import {
  hasPathFiltersInQuery,
  readSearch,
  type SearchFilters,
  searchPath,
} from '#web/features/listings/search/search-path.ts'
import { SortLinks } from '#web/features/listings/search/sort-links.tsx'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta, privateMeta } from '#web/lib/page-meta.ts'
import { redirectTo } from '#web/lib/redirect-target.ts'
import { orGenericRouteError, routeError } from '#web/lib/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './search.module.css'

type Found = { products: ListingCard[]; page: number; pages: number; failure?: string }

/** An unknown comune is not a 404: the page shows the message and the form. */
const unknownPlace =
  ({ near }: SearchFilters) =>
  (error: Error & { status?: number }): Found => {
    if (!near || error.status !== 400) throw error
    return { products: [], page: 1, pages: 0, failure: error.message }
  }

export const loader = async ({ url, context }: LoaderFunctionArgs) => {
  const filters = readSearch(url)
  if (!filters) throw routeError(404, MESSAGES.pageNotFound)
  const query = ListingQuery.safeParse(filters)
  if (!query.success) throw routeError(400, query.error.issues[0]?.message ?? MESSAGES.malformed)
  const path = searchPath(filters)
  if (hasPathFiltersInQuery(url) && !hasPathFiltersInQuery(new URL(path, url))) throw redirectTo(path)

  const { site, listings } = context.get(pageServices)
  const [list, categories]: [Found, string[]] = await orGenericRouteError(
    Promise.all([listings.list(query.data).catch(unknownPlace(filters)), listings.categories()]),
  )
  return { site, filters, ...list, categories }
}

const heading = ({ name, category, near }: SearchFilters): string => {
  if (name && category) return `«${name}» in ${category}`
  if (name) return `Risultati per «${name}»`
  if (category) return `Annunci in ${category}`
  return near ? `Annunci vicino a ${near}` : 'Tutti gli annunci'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (!loaderData) return privateMeta('Annunci')
  const title = heading(loaderData.filters)
  return pageMeta({
    title,
    description: `${title}: prodotti, servizi e tempo da scambiare tra vicini, in euro e in VAL.`,
    publicUrl: loaderData.site.publicUrl,
    path: searchPath(loaderData.filters),
  })
}

export const ErrorBoundary = () => <LoadError title="Annunci" />

export default function Search() {
  const { site, filters, page, pages, products, categories, failure } = useLoaderData<typeof loader>()
  return (
    <div className={styles.search}>
      <h1 className={styles.title}>{heading(filters)}</h1>
      <SearchFilterPanel filters={filters} categories={categories} className={styles.filters} />
      <section className={styles.results} aria-labelledby="risultati">
        <h2 id="risultati" className="visually-hidden">
          Risultati
        </h2>
        <NearForm key={searchPath(filters)} filters={filters} failure={failure} />
        <ActiveFilters filters={filters} />
        <SortLinks filters={filters} />
        {products.length > 0 ? (
          <ListingGrid listings={products} beside eagerCount={2} />
        ) : (
          <EmptyState title="Nessun annuncio trovato">
            Prova con altre parole o con meno filtri, oppure{' '}
            <a href={site.marketUrl} rel="noopener">
              guarda nel mercato della comunità
            </a>
            .
          </EmptyState>
        )}
        <Pagination
          page={page}
          pages={pages}
          pathOf={(n) => searchPath({ ...filters, p: String(n) })}
          label="Pagine dei risultati"
        />
      </section>
    </div>
  )
}
