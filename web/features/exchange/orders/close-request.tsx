import { ORDER_TEXTS, partyName } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canTakeStep, MAX_CANCEL_REASON } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog } from '#web/features/exchange/orders/step-dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** Lets either party close a request that is not yet paid, with a reason for the other one. */
export const CloseRequest = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  if (!viewer || !canTakeStep('cancel', order, viewer, new Date())) return null
  const other = partyName(order, viewer.id === order.seller ? order.user._id : order.seller)
  const label = ORDER_TEXTS[order.kind].close
  const close = (data: FormData) => {
    const body = { reason: String(data.get('reason') ?? '') }
    return call('POST /api/orders/:id/cancel', { params: { id: order._id }, body })
  }
  return (
    <StepDialog
      button={label}
      kind="plain"
      title={`${label}?`}
      text={`${other} riceverà un’e-mail. Quello che era prenotato torna disponibile; la richiesta non si può riaprire.`}
      label={label}
      submit={label}
      busy="Chiudo…"
      danger
      step={close}
    >
      <TextAreaField
        label="Motivo"
        name="reason"
        maxLength={MAX_CANCEL_REASON}
        hint={`Facoltativo: lo legge ${other}.`}
        rows={3}
      />
    </StepDialog>
  )
}
