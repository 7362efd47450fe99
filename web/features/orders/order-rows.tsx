import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { actionText, itemNames, OPEN, stateText, totalText, turnOf, turnText } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep } from '#domain/orders.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { shortId } from '#web/lib/short-id.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import rows from '#web/ui/data/rows.module.css'
import { Picture } from '#web/ui/picture.tsx'

const dateOrNo = (date: string | null): string => (date ? formatDate(date) : 'No')

/** When it was paid and delivered, where that is part of the request. */
const datesOf = ({ payer, giver, paidAt, deliveredAt, cancelledAt }: OrderView): string[] =>
  cancelledAt
    ? []
    : [...(payer ? [`Pagato: ${dateOrNo(paidAt)}`] : []), ...(giver ? [`Consegnato: ${dateOrNo(deliveredAt)}`] : [])]

/** Whom the list shows beside the thing. */
export type Shown = 'owner' | 'requester' | 'both'

const peopleOf = ({ requesterName, sellerName }: OrderView, shown: Shown): string =>
  ({
    owner: `a ${sellerName}`,
    requester: `da ${requesterName}`,
    both: `da ${requesterName} a ${sellerName}`,
  })[shown]

type RowProps = { order: OrderView; shown: Shown; onDelete: (order: OrderView) => void }

const Row = ({ order, shown, onDelete }: RowProps) => {
  const viewer = useOrderViewer()
  const name = itemNames(order)
  const path = `/order/${order._id}`
  const isDue = turnOf(order) === viewer?.id
  const turn = turnText(order, viewer?.id)
  const total = totalText(order)
  const action = actionText(order, viewer)
  return (
    <li className={`${rows.row} ${isDue ? rows.due : ''}`}>
      <Picture
        src={order.orderItems[0]?.image || undefined}
        placeholder={placeholderPicture({ section: order.kind, isService: false })}
        alt=""
        sizes="7rem"
        loading="lazy"
        className={rows.picture}
      />
      <div className={rows.facts}>
        <p className={rows.name}>
          <Link to={path}>{name}</Link>
        </p>
        <p className={rows.line}>
          <strong>{peopleOf(order, shown)}</strong>
          <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          {total && <span>{total}</span>}
        </p>
        <p className={rows.line}>
          <KindBadge section={order.kind} />
          <strong>{stateText(order)}</strong>
          {turn && <span className={isDue ? rows.turn : undefined}>{turn}</span>}
        </p>
        <p className={rows.line}>
          {datesOf(order).map((text) => (
            <span key={text}>{text}</span>
          ))}
          <code className={rows.id} title={order._id}>
            {shortId(order._id)}
          </code>
        </p>
      </div>
      <div className={rows.actions}>
        <ButtonLink
          to={path}
          kind={isDue ? 'filled' : 'outlined'}
          className={action === OPEN ? rows.same : rows.next}
          aria-label={`${action}: ${name}`}
        >
          {action}
        </ButtonLink>
        {canTakeStep('remove', order, viewer, new Date()) && (
          <Button kind="plain" className={rows.delete} onClick={() => onDelete(order)} aria-label={`Cancella ${name}`}>
            Cancella
          </Button>
        )}
      </div>
    </li>
  )
}

type Props = { orders: OrderView[]; label: string } & Omit<RowProps, 'order'>

export const OrderRows = ({ orders, label, ...row }: Props) => (
  <ul className={rows.rows} aria-label={label}>
    {orders.map((order) => (
      <Row key={order._id} order={order} {...row} />
    ))}
  </ul>
)
