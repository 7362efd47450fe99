import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { getOrders } from '#web/features/orders/get-orders.ts'
import { OrderList } from '#web/features/orders/order-list.tsx'
import { RequestTabs } from '#web/features/orders/request-tabs.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { readPage } from '#web/lib/read-page.ts'
import { requireMember } from '#web/lib/require-member.ts'
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
