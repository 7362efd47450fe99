import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ORDER_TEXTS, partyName } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep, MAX_CANCEL_REASON } from '#domain/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** Lets either party close a request that is not yet paid, with a reason for the other one. */
export const CloseRequest = ({ order }: { order: OrderView }) => {
  const { revalidate } = useRevalidator()
  const viewer = useOrderViewer()
  const [open, setOpen] = useState(false)
  if (!viewer || !canTakeStep('cancel', order, viewer, new Date())) return null
  const other = partyName(order, viewer.id === order.seller ? order.user._id : order.seller)
  const label = ORDER_TEXTS[order.kind].close
  const close = async (data: FormData) => {
    try {
      const body = { reason: String(data.get('reason') ?? '') }
      await call('POST /api/orders/:id/cancel', { params: { id: order._id }, body })
      setOpen(false)
    } finally {
      await revalidate()
    }
  }
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={`${label}?`} open={open} onClose={() => setOpen(false)}>
        <p>{other} riceverà un’e-mail. Quello che era prenotato torna disponibile; la richiesta non si può riaprire.</p>
        <Form
          label={label}
          onSubmit={close}
          submit={label}
          busy="Chiudo…"
          danger
          aside={
            <Button kind="plain" onClick={() => setOpen(false)}>
              Torna indietro
            </Button>
          }
        >
          <TextAreaField
            label="Motivo"
            name="reason"
            maxLength={MAX_CANCEL_REASON}
            hint={`Facoltativo: lo legge ${other}.`}
            rows={3}
          />
        </Form>
      </Dialog>
    </>
  )
}
