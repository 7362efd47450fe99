import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { getOrders } from '#web/features/exchange/orders/get-orders.ts'
import { OrderList } from '#web/features/exchange/orders/order-list.tsx'
import { RequestTabs } from '#web/features/exchange/orders/request-tabs.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Le mie richieste'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return getOrders(readPage(url), { mine: true })
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function OrderHistory() {
  return (
    <OrderList
      title={TITLE}
      path="/orderhistory"
      list={useLoaderData<typeof clientLoader>()}
      shown="owner"
      tabs={<RequestTabs />}
    >
      Quando rispondi a un annuncio la richiesta compare qui. <Link to="/">Torna alla vetrina</Link>
    </OrderList>
  )
}
