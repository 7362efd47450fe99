import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ExportButton } from '#web/features/accounts/members/export-button.tsx'
import { getOrders } from '#web/features/exchange/orders/get-orders.ts'
import { OrderList } from '#web/features/exchange/orders/order-list.tsx'
import { loadUnclaimedPayments } from '#web/features/exchange/payments/load-unclaimed-payments.ts'
import { UnclaimedPayments } from '#web/features/exchange/payments/unclaimed-payments.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListSearch } from '#web/ui/form/list-search.tsx'
import { ListPageSkeleton } from '#web/ui/layout/list-page.tsx'

const TITLE = 'Tutte le richieste'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const q = url.searchParams.get('q') ?? ''
  const [list, unclaimed] = await Promise.all([getOrders(readPage(url), { q }), loadUnclaimedPayments()])
  return { q, list, unclaimed }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function OrderListAll() {
  const { q, list, unclaimed } = useLoaderData<typeof clientLoader>()
  return (
    <OrderList
      title={TITLE}
      path={q ? `/orderlist?${new URLSearchParams({ q })}` : '/orderlist'}
      list={list}
      shown="both"
      search={<ListSearch action="/orderlist" q={q} placeholder="Persona, cosa o codice" />}
      action={<ExportButton table="orders" />}
      first={<UnclaimedPayments payments={unclaimed} />}
      emptyTitle={q ? 'Nessuna richiesta trovata' : undefined}
    >
      {q ? 'Prova con un’altra parola.' : 'Nessuno ha ancora risposto a un annuncio.'}
    </OrderList>
  )
}
