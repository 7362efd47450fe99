import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OrderView } from '#domain/orders.schema.ts'
import type { OrderPage } from '#web/features/orders/get-orders.ts'
import { OrderDeletion } from '#web/features/orders/order-deletion.tsx'
import { OrderTable } from '#web/features/orders/order-table.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './order-list.module.css'

type Props = {
  title: string
  path: string
  list: OrderPage
  /** Hides the column with the buyer. */
  own?: boolean
  /** Shown when the list is empty. */
  children: ReactNode
}

export const OrderList = ({ title, path, list, own = false, children }: Props) => {
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState<OrderView>()
  const [deleted, setDeleted] = useState<string>()

  const afterDeletion = async (message: string) => {
    setLeaving(undefined)
    setDeleted(message)
    await revalidate()
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <Outcome success={deleted} />
      {list.orders.length > 0 ? (
        <OrderTable orders={list.orders} caption={title} onDelete={own ? undefined : setLeaving} />
      ) : (
        <EmptyState title="Ancora nessuna richiesta">{children}</EmptyState>
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        pathOf={(page) => (page === 1 ? path : `${path}?p=${page}`)}
        label="Pagine delle richieste"
      />
      {!own && <OrderDeletion order={leaving} onClose={() => setLeaving(undefined)} onDeleted={afterDeletion} />}
    </div>
  )
}

export const OrderListToCome = ({ title }: { title: string }) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    <LoadingStatus />
    <Skeleton shape="field" count={8} />
  </div>
)
