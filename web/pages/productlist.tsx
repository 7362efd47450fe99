import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { ExportButton } from '#web/features/accounts/members/export-button.tsx'
import { getManagedPage, ManagedListings } from '#web/features/market/listings/manage/managed-listings.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orGenericRouteError, routeError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListSearch } from '#web/ui/form/list-search.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Tutti gli annunci'

export const meta: MetaFunction = () => privateMeta(TITLE)

const pathOf = (page: number, q: string) =>
  `${page === 1 ? '/productlist' : `/productlist/p/${page}`}${q && `?${new URLSearchParams({ q })}`}`

export const clientLoader = async ({ url, params: { p = '1' } }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  if (!/^[1-9]\d{0,6}$/.test(p)) throw routeError(404, MESSAGES.pageNotFound)
  const q = url.searchParams.get('q') ?? ''
  return { q, list: await orGenericRouteError(getManagedPage(Number(p), { name: q })) }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function ProductList() {
  const { q, list } = useLoaderData<typeof clientLoader>()
  return (
    <ManagedListings
      title={TITLE}
      list={list}
      pathOf={(page) => pathOf(page, q)}
      search={<ListSearch action="/productlist" q={q} placeholder="Titolo o offerente" />}
      action={<ExportButton table="listings" />}
      withSeller
    />
  )
}
