import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { loadFavourites } from '#web/features/market/listings/favourites/favourites.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orGenericRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Preferiti'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const p = readPage(url)
  return { p, ...(await orGenericRouteError(loadFavourites(p))) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Empty = ({ page, favourites }: { page: number; favourites: number }) => {
  if (page > 1)
    return (
      <EmptyState title="I preferiti finiscono prima">
        <Link to="/preferiti">Torna alla prima pagina</Link>
      </EmptyState>
    )
  return favourites > 0 ? (
    <EmptyState title="I tuoi preferiti ora non sono in vetrina">Li ritrovi qui appena tornano.</EmptyState>
  ) : (
    <EmptyState title="Ancora nessun preferito">
      Tocca il cuore di un annuncio per ritrovarlo qui, anche senza un account.
    </EmptyState>
  )
}

export default function Favourites() {
  const { ids, p, pages, products: listings } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage title={TITLE}>
      {listings.length > 0 ? (
        <ListingGrid listings={listings} headings="h2" />
      ) : (
        <Empty page={p} favourites={ids.length} />
      )}
      {listings.length === 0 && (
        <p>
          <ButtonLink to="/">Vai alla vetrina</ButtonLink>
        </p>
      )}
      <Pagination page={p} pages={pages} pathOf={(page) => `/preferiti?p=${page}`} label="Pagine dei preferiti" />
    </ListPage>
  )
}
