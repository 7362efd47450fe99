import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { UNANSWERED_DAYS } from '#domain/association/dashboard.ts'
import { ORDER_FILTERS, type OrderFilter } from '#domain/exchange/orders.ts'
import { ExportButton } from '#web/features/accounts/members/export-button.tsx'
import { getOrders } from '#web/features/exchange/orders/get-orders.ts'
import { OrderList } from '#web/features/exchange/orders/order-list.tsx'
import { FilterTabs } from '#web/features/exchange/orders/request-tabs.tsx'
import { loadUnclaimedPayments } from '#web/features/exchange/payments/load-unclaimed-payments.ts'
import { UnclaimedPayments } from '#web/features/exchange/payments/unclaimed-payments.tsx'
import { oneOf } from '#web/lib/form-data.ts'
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
  const only = oneOf(ORDER_FILTERS, url.searchParams.get('only') ?? '')
  const [list, unclaimed] = await Promise.all([getOrders(readPage(url), { q, only }), loadUnclaimedPayments()])
  return { q, only, list, unclaimed }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const EMPTY: Record<OrderFilter, string> = {
  problem: 'Nessuna richiesta ha un problema aperto.',
  unanswered: `Nessuna richiesta aspetta una risposta da più di ${UNANSWERED_DAYS} giorni.`,
}

export default function OrderListAll() {
  const { q, only, list, unclaimed } = useLoaderData<typeof clientLoader>()
  const query = new URLSearchParams({ ...(q && { q }), ...(only && { only }) })
  return (
    <OrderList
      title={TITLE}
      path={query.size > 0 ? `/orderlist?${query}` : '/orderlist'}
      list={list}
      shown="both"
      search={<ListSearch action="/orderlist" q={q} placeholder="Persona, cosa o numero" />}
      tabs={<FilterTabs current={only} />}
      action={<ExportButton table="orders" />}
      first={<UnclaimedPayments payments={unclaimed} />}
      emptyTitle={q || only ? 'Nessuna richiesta trovata' : undefined}
    >
      {q && 'Prova con un’altra parola.'}
      {!q && (only ? EMPTY[only] : 'Nessuno ha ancora risposto a un annuncio.')}
    </OrderList>
  )
}
