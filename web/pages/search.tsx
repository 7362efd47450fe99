import leafletStyles from 'leaflet/dist/leaflet.css?url'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { type ListingPage, ListingQuery } from '#domain/market/listings.schema.ts'
import { MAX_PAGE_SIZE } from '#domain/market/listings.ts'
import type { PageServices } from '#domain/page-services.ts'
import { toCardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { BeyondLastPage } from '#web/features/market/listings/search/beyond-last-page.tsx'
import { useLatestFilters } from '#web/features/market/listings/search/filter-link.tsx'
import { asSearched, InsteadNote } from '#web/features/market/listings/search/instead-note.tsx'
import { NearForm } from '#web/features/market/listings/search/near-form.tsx'
import { NothingFound } from '#web/features/market/listings/search/nothing-found.tsx'
import { resultCount } from '#web/features/market/listings/search/result-count.ts'
import { SaveSearch } from '#web/features/market/listings/search/save-search.tsx'
import {
  ActiveFilters,
  FiltersButton,
  SearchFilterPanel,
} from '#web/features/market/listings/search/search-filters.tsx'
import {
  hasPathFiltersInQuery,
  readSearch,
  type SearchFilters,
  searchPath,
} from '#web/features/market/listings/search/search-path.ts'
import { SortLinks } from '#web/features/market/listings/search/sort-links.tsx'
import { ViewLink } from '#web/features/market/listings/search/view-link.tsx'
import type { PlacedListing } from '#web/features/market/places/clusters.ts'
import { ResultsMap } from '#web/features/market/places/results-map.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta, privateMeta } from '#web/lib/page/page-meta.ts'
import { withPageStatus } from '#web/lib/page/page-status.ts'
import { redirectTo } from '#web/lib/page/redirect-target.ts'
import { orGenericRouteError, routeError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import styles from './search.module.css'

type Found = ListingPage & { failure?: string }

/** An unknown comune is not a 404: the page shows the message and the form. */
const unknownPlace =
  ({ near }: SearchFilters) =>
  (error: Error & { status?: number }): Found => {
    if (!near || error.status !== 400) throw error
    return { products: [], page: 1, pages: 0, total: 0, isAtLeast: false, instead: null, failure: error.message }
  }

/** The listings on the map: the first results, with the fields that marks need. */
const placedListings = async (listings: PageServices['listings'], query: ListingQuery): Promise<PlacedListing[]> => {
  const { products } = await listings.list({ ...query, p: 1, pageSize: MAX_PAGE_SIZE })
  return products.map(({ _id, name, municipality, city, position }) => ({ _id, name, municipality, city, position }))
}

export const loader = async ({ url, context }: LoaderFunctionArgs) => {
  const filters = readSearch(url)
  if (!filters) throw routeError(404, MESSAGES.pageNotFound)
  const query = ListingQuery.safeParse(filters)
  if (!query.success) throw routeError(400, query.error.issues[0]?.message ?? MESSAGES.malformed)
  const path = searchPath(filters)
  if (hasPathFiltersInQuery(url) && !hasPathFiltersInQuery(new URL(path, url))) throw redirectTo(path)

  const { site, listings } = context.get(pageServices)
  const [list, categories, placed]: [Found, string[], PlacedListing[] | undefined] = await orGenericRouteError(
    Promise.all([
      listings.list(query.data).catch(unknownPlace(filters)),
      listings.categories(),
      filters.vista ? placedListings(listings, query.data).catch(() => []) : undefined,
    ]),
  )
  return withPageStatus({ site, filters, ...list, products: list.products.map(toCardData), categories, placed })
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
  const { site, filters, page, pages, products, categories, failure, placed, total, isAtLeast, instead } =
    useLoaderData<typeof loader>()
  const latest = useLatestFilters(filters)
  const totals = { total, isAtLeast }
  const searched = asSearched(filters, instead)
  return (
    <div className={`${styles.search} ${placed ? styles.withMap : ''}`}>
      <h1 className={styles.title}>{heading(searched)}</h1>
      <SearchFilterPanel filters={latest} categories={categories} className={styles.filters} />
      <section className={styles.results} aria-labelledby="risultati">
        <div className={styles.tools}>
          <FiltersButton filters={latest} categories={categories} totals={totals} />
          <ViewLink filters={latest} />
          {products.length > 0 && <SaveSearch key={`salva ${searchPath(filters)}`} filters={searched} />}
          <NearForm key={searchPath(filters)} filters={filters} failure={failure} />
        </div>
        <ActiveFilters filters={latest === filters ? searched : latest} />
        {instead && <InsteadNote filters={filters} instead={instead} isFound={total > 0} />}
        <div className={styles.bar}>
          <h2 id="risultati" className={total > 0 ? styles.count : 'visually-hidden'} aria-live="polite">
            {resultCount(totals)}
          </h2>
          <div className={styles.sorts}>
            <SortLinks filters={latest} />
          </div>
        </div>
        {products.length > 0 ? (
          <ListingGrid listings={products} beside={!placed} narrow={placed !== undefined} eagerCount={2} />
        ) : pages > 0 ? (
          <BeyondLastPage filters={filters} pages={pages} />
        ) : (
          <NothingFound filters={filters} marketUrl={site.marketUrl} />
        )}
        <Pagination
          page={page}
          pages={pages}
          pathOf={(n) => searchPath({ ...filters, p: String(n) })}
          label="Pagine dei risultati"
        />
        {total > 0 && (
          <p className={styles.paper}>
            <Link
              to={`/pagine${filters.near ? `?${new URLSearchParams({ near: filters.near, km: filters.km })}` : ''}`}
            >
              Stampa gli annunci come libretto
            </Link>
          </p>
        )}
      </section>
      {placed && (
        <div className={styles.map}>
          <link rel="stylesheet" href={leafletStyles} precedence="default" />
          <ResultsMap listings={placed} total={total} tiles={site.mapTiles} />
        </div>
      )}
    </div>
  )
}
