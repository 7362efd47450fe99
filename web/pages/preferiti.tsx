import { type MetaFunction, useLoaderData } from 'react-router'
import { ListingGrid } from '#web/features/listings/card/listing-grid.tsx'
import { loadFavourites } from '#web/features/listings/favourites/favourites.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { orGenericRouteError } from '#web/lib/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

const TITLE = 'Preferiti'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = () => orGenericRouteError(loadFavourites())

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Favourites() {
  const listings = useLoaderData<typeof clientLoader>()
  return (
    <ListPage title={TITLE}>
      {listings.length > 0 ? (
        <ListingGrid listings={listings} headings="h2" />
      ) : (
        <EmptyState title="Ancora nessun preferito">
          Tocca il cuore di un annuncio per ritrovarlo qui, anche senza un account.
        </EmptyState>
      )}
      {listings.length === 0 && (
        <p>
          <ButtonLink to="/">Vai alla vetrina</ButtonLink>
        </p>
      )}
    </ListPage>
  )
}
