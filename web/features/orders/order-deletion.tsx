import { formatDate } from '#domain/dates.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { call } from '#web/client.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = { order: OrderView | undefined; onClose: () => void; onDeleted: (message: string) => Promise<void> }

export const OrderDeletion = ({ order, ...handlers }: Props) => (
  <Deletion
    title="Cancellare questa richiesta?"
    label="Cancella la richiesta"
    remove={order && (() => call('DELETE /api/orders/:id', { params: { id: order._id } }))}
    {...handlers}
  >
    {order && (
      <p>
        La richiesta di <strong>{order.user.name}</strong> a {order.sellerName} del {formatDate(order.createdAt)}{' '}
        sparirà per entrambi, e quello che era prenotato torna disponibile. Non si può annullare.
      </p>
    )}
  </Deletion>
)
