import type { ReactNode } from 'react'
import { ofDate } from '#domain/base/dates.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { call } from '#web/client.ts'
import type { OrderPage } from '#web/features/exchange/orders/get-orders.ts'
import { OrderRows, type Shown } from '#web/features/exchange/orders/order-rows.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Deletion, useDeletion } from '#web/ui/deletion.tsx'
import { ListPage } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'

type Props = {
  title: string
  path: string
  list: OrderPage
  shown: Shown
  search?: ReactNode
  /** Links to other lists. */
  tabs?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  /** Shown above the list. */
  first?: ReactNode
  emptyTitle?: string
  /** Shown when the list is empty. */
  children: ReactNode
}

export const OrderList = ({
  title,
  path,
  list,
  shown,
  search,
  tabs,
  action,
  first,
  emptyTitle = 'Ancora nessuna richiesta',
  children,
}: Props) => {
  const deletion = useDeletion<OrderView>()
  return (
    <ListPage title={title} action={action} search={search} message={deletion.message}>
      {tabs}
      {first}
      {list.orders.length > 0 ? (
        <OrderRows orders={list.orders} label={title} shown={shown} onDelete={deletion.setTarget} />
      ) : (
        <EmptyState title={emptyTitle}>{children}</EmptyState>
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        pathOf={(page) => (page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}p=${page}`)}
        label="Pagine delle richieste"
      />
      <Deletion
        title="Cancellare questa richiesta?"
        label="Cancella la richiesta"
        deletion={deletion}
        remove={({ _id }) => call('DELETE /api/orders/:id', { params: { id: _id } })}
      >
        {({ requesterName, sellerName, createdAt }) => (
          <p>
            La richiesta di <strong>{requesterName}</strong> a {sellerName} {ofDate(createdAt)} sparirà per entrambi, e
            quello che era messo da parte torna disponibile. Non si può annullare.
          </p>
        )}
      </Deletion>
    </ListPage>
  )
}
