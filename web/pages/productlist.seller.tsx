import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { FirstListingNews } from '#web/features/market/listings/manage/first-listing-news.tsx'
import { getManagedPage, ManagedListings } from '#web/features/market/listings/manage/managed-listings.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orGenericRouteError } from '#web/lib/page/route-error.ts'
import { requireVerified } from '#web/lib/session/require-member.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useFirstListingText } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'I tuoi annunci'

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = (page: number) => (page === 1 ? '/productlist/seller' : `/productlist/seller?p=${page}`)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id } = await requireVerified(url)
  return orGenericRouteError(getManagedPage(readPage(url), { seller: _id }))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Notice = () => {
  const user = useUserInfo()
  const firstListing = useFirstListingText()
  if (user && !user.isSeller) return <Alert tone="notice">{MESSAGES.publishingClosed}</Alert>
  if (user?.hasAd !== false) return null
  return <Alert tone="notice">{`${firstListing} Poi potrai contattare chi offre.`}</Alert>
}

export default function ProductListSeller() {
  const user = useUserInfo()
  return (
    <ManagedListings
      title={TITLE}
      list={useLoaderData<typeof clientLoader>()}
      pathOf={pathOf}
      canCreate={user?.isSeller !== false}
      notice={
        <>
          <FirstListingNews />
          <Notice />
        </>
      }
    />
  )
}
