import { formatDate } from '#domain/dates.ts'
import { formatVal } from '#domain/money.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep } from '#domain/orders.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { shortId } from '#web/lib/short-id.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'
import styles from './order-table.module.css'

const DateOrNo = ({ date }: { date: string | null }) =>
  date ? (
    <time className={styles.done} dateTime={date}>
      {formatDate(date)}
    </time>
  ) : (
    'No'
  )

type RowProps = { order: OrderView; onDelete?: (order: OrderView) => void }

const Row = ({ order, onDelete }: RowProps) => {
  const viewer = useOrderViewer()
  return (
    <tr>
      <td data-label="ID">
        <code title={order._id}>{shortId(order._id)}</code>
      </td>
      {onDelete && (
        <td data-label="Utente" className={table.name}>
          {order.user.name}
        </td>
      )}
      <td data-label="Data">
        <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
      </td>
      <td data-label="Totale" className={table.number}>
        {formatVal(order.totalPriceVal)}
      </td>
      <td data-label="Pagato">
        <DateOrNo date={order.paidAt} />
      </td>
      <td data-label="Consegnato">
        <DateOrNo date={order.deliveredAt} />
      </td>
      <td className={table.actions}>
        <ButtonLink to={`/order/${order._id}`} kind="plain" aria-label={`Dettagli di ${shortId(order._id)}`}>
          Dettagli
        </ButtonLink>
        {onDelete && canTakeStep('remove', order, viewer, new Date()) && (
          <Button
            kind="plain"
            className={table.delete}
            onClick={() => onDelete(order)}
            aria-label={`Cancella ${shortId(order._id)}`}
          >
            Cancella
          </Button>
        )}
      </td>
    </tr>
  )
}

const TOTAL = { name: 'Totale', number: true }

type Props = { orders: OrderView[]; caption: string; onDelete?: RowProps['onDelete'] }

/** A table of orders. With `onDelete` (sellers and admins) it also shows the buyer. */
export const OrderTable = ({ orders, caption, onDelete }: Props) => (
  <Table
    caption={caption}
    columns={['ID', ...(onDelete ? ['Utente'] : []), 'Data', TOTAL, 'Pagato', 'Consegnato', ACTIONS]}
  >
    {orders.map((order) => (
      <Row key={order._id} order={order} onDelete={onDelete} />
    ))}
  </Table>
)
