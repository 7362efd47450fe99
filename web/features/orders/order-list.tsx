import type { ReactNode } from 'react'
import type { OrderView } from '#domain/orders.schema.ts'
import type { OrderPage } from '#web/features/orders/get-orders.ts'
import { OrderDeletion } from '#web/features/orders/order-deletion.tsx'
import { OrderTable } from '#web/features/orders/order-table.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { ListPage } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { useDeletion } from '#web/ui/use-deletion.ts'

type Props = {
  title: string
  path: string
  list: OrderPage
  /** The orders that the viewer placed: without the buyer's name and without deletion. */
  own?: boolean
  /** Shown when the list is empty. */
  children: ReactNode
}

export const OrderList = ({ title, path, list, own = false, children }: Props) => {
  const { target, setTarget, message, handlers } = useDeletion<OrderView>()
  return (
    <ListPage title={title} message={message}>
      {list.orders.length > 0 ? (
        <OrderTable orders={list.orders} caption={title} onDelete={own ? undefined : setTarget} />
      ) : (
        <EmptyState title="Ancora nessuna richiesta">{children}</EmptyState>
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        pathOf={(page) => (page === 1 ? path : `${path}?p=${page}`)}
        label="Pagine delle richieste"
      />
      {!own && <OrderDeletion order={target} {...handlers} />}
    </ListPage>
  )
}
