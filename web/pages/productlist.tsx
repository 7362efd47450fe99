import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import { getManagedPage, ManagedListings } from '#web/features/listings/manage/managed-listings.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireAdmin } from '#web/lib/require-member.ts'
import { orGenericRouteError, routeError } from '#web/lib/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Tutti gli annunci'

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = (page: number) => (page === 1 ? '/productlist' : `/productlist/p/${page}`)

export const clientLoader = async ({ url, params: { p = '1' } }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  if (!/^[1-9]\d{0,6}$/.test(p)) throw routeError(404, MESSAGES.pageNotFound)
  return orGenericRouteError(getManagedPage(Number(p)))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProductList() {
  return <ManagedListings title={TITLE} list={useLoaderData<typeof clientLoader>()} pathOf={pathOf} withSeller />
}
