import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatPrice } from '#domain/money.ts'
import { partyName } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep, isOpen } from '#domain/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** Lets the payee give the VAL of the request back. */
export const Refund = ({ order }: { order: OrderView }) => {
  const { revalidate } = useRevalidator()
  const viewer = useOrderViewer()
  const [open, setOpen] = useState(false)
  if (!order.payment || !canTakeStep('refund', order, viewer, new Date())) return null
  const amount = formatPrice({ val: order.payment.amount })
  const payer = partyName(order, order.payer)
  const giveBack = async () => {
    try {
      await call('POST /api/orders/:id/refund', { params: { id: order._id } })
      setOpen(false)
    } finally {
      await revalidate()
    }
  }
  return (
    <div className="on-screen">
      <Button kind="plain" onClick={() => setOpen(true)}>
        Restituisci {amount}
      </Button>
      <Dialog title={`Restituire ${amount}?`} open={open} onClose={() => setOpen(false)}>
        <p>
          I VAL tornano a {payer}, tutti insieme e una volta sola.
          {isOpen(order) && ' La richiesta si chiude e quello che era prenotato torna disponibile.'}
        </p>
        <Form
          label="Restituzione"
          onSubmit={giveBack}
          submit={`Restituisci ${amount} a ${payer}`}
          busy="Restituisco: può volerci qualche secondo…"
          danger
          aside={
            <Button kind="plain" onClick={() => setOpen(false)} data-first>
              Torna indietro
            </Button>
          }
        >
          {null}
        </Form>
      </Dialog>
    </div>
  )
}
