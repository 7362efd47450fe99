import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatPrice } from '#domain/money.ts'
import { partyName } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep, IDEMPOTENCY_HEADER } from '#domain/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** Lets the payer transfer the VAL of the request. */
export const TransferLater = ({ order }: { order: OrderView }) => {
  const { revalidate } = useRevalidator()
  const viewer = useOrderViewer()
  const [key] = useState(newKey)
  const [open, setOpen] = useState(false)
  if (!canTakeStep('transfer', order, viewer, new Date())) return null
  const amount = formatPrice({ val: order.totalPriceVal })
  const payee = partyName(order, order.payee)
  const transfer = async () => {
    try {
      await call('POST /api/orders/:id/transfer', {
        params: { id: order._id },
        headers: { [IDEMPOTENCY_HEADER]: key },
        body: { expected: { val: order.totalPriceVal, euro: order.totalPriceEuro } },
      })
      setOpen(false)
    } finally {
      await revalidate()
    }
  }
  return (
    <div className="on-screen">
      <Button kind="outlined" onClick={() => setOpen(true)}>
        Trasferisci {amount}
      </Button>
      <Dialog title={`Trasferire ${amount}?`} open={open} onClose={() => setOpen(false)}>
        <p>
          I VAL passano subito dal tuo portafoglio a quello di {payee}. Prima di trasferirli mettetevi d’accordo.
          {order.totalPriceEuro > 0 && ` Restano ${formatPrice({ euro: order.totalPriceEuro })} da dare di persona.`}
        </p>
        <Form
          label="Trasferimento"
          onSubmit={transfer}
          submit={`Trasferisci ${amount} a ${payee}`}
          busy="Trasferisco: può volerci qualche secondo…"
          aside={
            <Button kind="plain" onClick={() => setOpen(false)}>
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
