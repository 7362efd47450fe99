import { dative } from '#domain/accounts/names.ts'
import { formatPrice } from '#domain/base/money.ts'
import { partyName } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { canTakeStep } from '#domain/exchange/steps.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog } from '#web/features/exchange/orders/step-dialog.tsx'
import { isActing } from '#web/lib/session/acting.ts'

/** Lets the payee return the VAL of a finished exchange; closing an open request returns them too. */
export const Refund = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  if (!order.payment || isOpen(order) || isActing() || !canTakeStep('refund', order, viewer, new Date())) return null
  const amount = formatPrice({ val: order.payment.amount })
  const payer = partyName(order, order.payer)
  return (
    <div className="on-screen">
      <StepDialog
        button={`Restituisci ${amount}`}
        kind="plain"
        title={`Restituire ${amount}?`}
        text={`I VAL tornano ${dative(payer)}, tutti insieme e una volta sola.`}
        label="Restituzione"
        submit={`Restituisci ${amount} ${dative(payer)}`}
        busy="Restituisco: può volerci qualche secondo…"
        danger
        focusBack
        expense={{ payee: order.payer ?? '', amount: order.payment.amount }}
        step={(_, proof) => call('POST /api/orders/:id/refund', { params: { id: order._id }, body: proof })}
      />
    </div>
  )
}
