import { formatDate } from '#domain/dates.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = { order: OrderView | undefined; onClose: () => void; onDeleted: (message: string) => Promise<void> }

export const OrderDeletion = ({ order, ...heard }: Props) => (
  <Deletion
    title="Cancellare questa richiesta?"
    label="Cancella la richiesta"
    path={order && `/api/orders/${order._id}`}
    {...heard}
  >
    {order && (
      <p>
        La richiesta di <strong>{order.user.name}</strong> a {order.sellerName} del {formatDate(order.createdAt)}{' '}
        sparirà per entrambi, e quello che era prenotato torna disponibile. Non si può annullare.
      </p>
    )}
  </Deletion>
)
