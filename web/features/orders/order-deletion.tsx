import { formatDate } from '#domain/dates.ts'
import type { OrderView } from '#domain/orders.ts'
import { sendAsMember } from '#web/lib/member-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'

type Props = { order: OrderView | undefined; onClose: () => void; onDeleted: (message: string) => Promise<void> }

export const OrderDeletion = ({ order, onClose, onDeleted }: Props) => {
  const remove = async () => {
    if (!order) return
    const { message } = await sendAsMember<{ message: string }>('DELETE', `/api/orders/${order._id}`)
    await onDeleted(message)
  }
  return (
    <Dialog title="Cancellare questa richiesta?" open={order !== undefined} onClose={onClose}>
      {order && (
        <p>
          La richiesta di <strong>{order.user.name}</strong> a {order.sellerName} del {formatDate(order.createdAt)}{' '}
          sparirà per entrambi, e quello che era prenotato torna disponibile. Non si può annullare.
        </p>
      )}
      <Form
        label="Cancella la richiesta"
        onSubmit={remove}
        submit="Cancella"
        busy="Cancello…"
        danger
        aside={
          <Button kind="plain" onClick={onClose} data-first>
            Annulla
          </Button>
        }
      >
        {null}
      </Form>
    </Dialog>
  )
}
