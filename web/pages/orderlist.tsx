import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getOrders } from '#web/features/orders/get-orders.ts'
import { OrderList } from '#web/features/orders/order-list.tsx'
import { AlonePayments } from '#web/features/payments/alone-payments.tsx'
import { loadAlonePayments } from '#web/features/payments/load-alone-payments.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { readPage } from '#web/lib/read-page.ts'
import { requireAdmin } from '#web/lib/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Tutte le richieste'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const [list, alone] = await Promise.all([getOrders(readPage(url)), loadAlonePayments()])
  return { list, alone }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function OrderListAll() {
  const { list, alone } = useLoaderData<typeof clientLoader>()
  return (
    <OrderList title={TITLE} path="/orderlist" list={list} shown="both" first={<AlonePayments payments={alone} />}>
      Nessuno ha ancora risposto a un annuncio.
    </OrderList>
  )
}
