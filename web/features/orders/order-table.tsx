import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { itemNames, stateText, totalText } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep } from '#domain/orders.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { shortId } from '#web/lib/short-id.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'
import styles from './order-table.module.css'

const dateOrNo = (date: string | null): string => (date ? formatDate(date) : 'No')

/** When it was paid and delivered, where that is part of the request. */
const datesOf = ({ payer, giver, paidAt, deliveredAt }: OrderView): string[] => [
  ...(payer ? [`Pagato: ${dateOrNo(paidAt)}`] : []),
  ...(giver ? [`Consegnato: ${dateOrNo(deliveredAt)}`] : []),
]

/** Whom the list shows beside the thing. */
export type Shown = 'owner' | 'requester' | 'both'

const peopleOf = (order: OrderView, shown: Shown): string[] =>
  ({
    owner: [order.sellerName],
    requester: [order.user.name],
    both: [order.user.name, order.sellerName],
  })[shown]

type RowProps = { order: OrderView; shown: Shown; onDelete?: (order: OrderView) => void }

const Row = ({ order, shown, onDelete }: RowProps) => {
  const viewer = useOrderViewer()
  const name = itemNames(order)
  return (
    <tr className={styles.row}>
      <td data-label="Tipo">
        <span>
          <KindBadge section={order.kind} />
        </span>
      </td>
      <td data-label="Richiesta" className={`${table.name} ${styles.thing}`}>
        <span className={styles.stacked}>
          <Link to={`/order/${order._id}`}>{name}</Link>
          <small>
            <code title={order._id}>{shortId(order._id)}</code>
          </small>
        </span>
      </td>
      <td data-label={shown === 'both' ? 'Tra' : 'Con'} className={styles.people}>
        <span className={styles.stacked}>
          {peopleOf(order, shown).map((name) => (
            <span key={name}>{name}</span>
          ))}
        </span>
      </td>
      <td data-label="Data">
        <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
      </td>
      <td data-label="Totale" className={`${table.number} ${order.payer ? styles.total : styles.nothing}`}>
        {totalText(order) ?? '—'}
      </td>
      <td data-label="Stato" className={styles.state}>
        <span className={styles.stacked}>
          <strong>{stateText(order)}</strong>
          {!order.cancelledAt && datesOf(order).map((text) => <small key={text}>{text}</small>)}
        </span>
      </td>
      <td className={`${table.actions} ${styles.actions}`}>
        <ButtonLink to={`/order/${order._id}`} kind="plain" aria-label={`Dettagli di ${name}`}>
          Dettagli
        </ButtonLink>
        {onDelete && canTakeStep('remove', order, viewer, new Date()) && (
          <Button kind="plain" className={table.delete} onClick={() => onDelete(order)} aria-label={`Cancella ${name}`}>
            Cancella
          </Button>
        )}
      </td>
    </tr>
  )
}

const TOTAL = { name: 'Totale', number: true }

type Props = { orders: OrderView[]; caption: string; shown: Shown; onDelete?: RowProps['onDelete'] }

export const OrderTable = ({ orders, caption, shown, onDelete }: Props) => (
  <Table
    caption={caption}
    columns={['Tipo', 'Richiesta', shown === 'both' ? 'Tra' : 'Con', 'Data', TOTAL, 'Stato', ACTIONS]}
  >
    {orders.map((order) => (
      <Row key={order._id} order={order} shown={shown} onDelete={onDelete} />
    ))}
  </Table>
)
