import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getOrders } from '#web/features/exchange/orders/get-orders.ts'
import { OrderList } from '#web/features/exchange/orders/order-list.tsx'
import { RequestTabs } from '#web/features/exchange/orders/request-tabs.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { requireVerified } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Richieste ricevute'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id } = await requireVerified(url)
  return getOrders(readPage(url), { seller: _id })
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function OrderListSeller() {
  return (
    <OrderList
      title={TITLE}
      path="/orderlist/seller"
      list={useLoaderData<typeof clientLoader>()}
      shown="requester"
      tabs={<RequestTabs />}
    >
      Quando qualcuno ti contatta per un annuncio la richiesta compare qui.
    </OrderList>
  )
}
