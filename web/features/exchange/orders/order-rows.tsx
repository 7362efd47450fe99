import { dative } from '#domain/accounts/names.ts'
import { formatDate, theDate } from '#domain/base/dates.ts'
import { actionText, itemNames, OPEN, stateText, totalText, turnText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canTakeStep } from '#domain/exchange/steps.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import rows from '#web/ui/data/rows.module.css'
import { DeleteButton, Row, RowLine, Rows } from '#web/ui/data/rows.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'

/** The dates of payment and receipt, once there are any. */
const datesOf = ({ paidAt, deliveredAt }: OrderView): string[] => [
  ...(paidAt ? [`Pagata ${theDate(paidAt)}`] : []),
  ...(deliveredAt ? [`Ricevuta ${theDate(deliveredAt)}`] : []),
]

/** The parties that the list shows. */
export type Shown = 'owner' | 'requester' | 'both'

const peopleOf = ({ requesterName, sellerName }: OrderView, shown: Shown): string =>
  ({
    owner: `${dative(sellerName)}`,
    requester: `da ${requesterName}`,
    both: `da ${requesterName} ${dative(sellerName)}`,
  })[shown]

type RowProps = { order: OrderView; shown: Shown; onDelete: (order: OrderView) => void }

const OrderRow = ({ order, shown, onDelete }: RowProps) => {
  const viewer = useOrderViewer()
  const name = itemNames(order)
  const path = `/order/${order._id}`
  const isDue = viewer !== null && order.turn === viewer.id
  const turn = turnText(order, viewer?.id)
  const total = totalText(order)
  const action = actionText(order, viewer)
  return (
    <Row
      name={name}
      to={path}
      image={order.orderItems[0]?.image || undefined}
      placeholder={placeholderPicture({ section: order.kind, isService: false })}
      due={isDue}
      facts={[`n. ${order.number}`, ...datesOf(order)]}
      actions={
        <>
          <ButtonLink
            to={path}
            kind={isDue ? 'filled' : 'outlined'}
            className={action === OPEN ? rows.same : rows.next}
            aria-label={`${action}: ${name}`}
          >
            {action}
          </ButtonLink>
          {canTakeStep('remove', order, viewer, new Date()) && (
            <DeleteButton name={name} onClick={() => onDelete(order)} />
          )}
        </>
      }
    >
      <RowLine>
        <strong>{peopleOf(order, shown)}</strong>
        <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
        {total && (
          <span>
            <WithAmounts>{total}</WithAmounts>
          </span>
        )}
      </RowLine>
      <RowLine>
        <KindBadge section={order.kind} />
        <strong>{stateText(order)}</strong>
        {turn && <span className={isDue ? rows.turn : undefined}>{turn}</span>}
      </RowLine>
    </Row>
  )
}

type Props = { orders: OrderView[]; label: string } & Omit<RowProps, 'order'>

export const OrderRows = ({ orders, label, ...row }: Props) => (
  <Rows label={label}>
    {orders.map((order) => (
      <OrderRow key={order._id} order={order} {...row} />
    ))}
  </Rows>
)
