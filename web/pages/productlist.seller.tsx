import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getManagedPage, ManagedListings } from '#web/features/listings/manage/managed-listings.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { readPage } from '#web/lib/read-page.ts'
import { requireSeller } from '#web/lib/require-member.ts'
import { orGenericRouteError } from '#web/lib/route-error.ts'
import { useUserInfo } from '#web/lib/session.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'I tuoi annunci'

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = (page: number) => (page === 1 ? '/productlist/seller' : `/productlist/seller?p=${page}`)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  const { _id } = requireSeller(url)
  return orGenericRouteError(getManagedPage(readPage(url), _id))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProductListSeller() {
  const user = useUserInfo()
  return (
    <ManagedListings
      title={TITLE}
      list={useLoaderData<typeof clientLoader>()}
      pathOf={pathOf}
      notice={
        user?.hasAd === false && (
          <Alert tone="notice">
            Per contattare qualcuno pubblica prima un tuo annuncio: comincia con «Crea Annuncio».
          </Alert>
        )
      }
    />
  )
}
