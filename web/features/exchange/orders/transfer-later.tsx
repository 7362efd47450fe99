import { formatPrice } from '#domain/base/money.ts'
import { partyName, stillDue } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canTakeStep } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog } from '#web/features/exchange/orders/step-dialog.tsx'
import { useAttempt } from '#web/lib/use-attempt.ts'

/** Lets the payer transfer the VAL of the request. */
export const TransferLater = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const attempt = useAttempt()
  if (!canTakeStep('transfer', order, viewer, new Date())) return null
  const amount = formatPrice({ val: order.totalPriceVal })
  const payee = partyName(order, order.payee)
  const transfer = async () => {
    await call('POST /api/orders/:id/transfer', {
      params: { id: order._id },
      headers: attempt.headersFor(order._id),
      body: { expected: { val: order.totalPriceVal, euro: order.totalPriceEuro } },
    })
    // A new key for the next attempt, in case this transfer fails later.
    attempt.end()
  }
  return (
    <div className="on-screen">
      <StepDialog
        button={`Trasferisci ${amount}`}
        kind="outlined"
        title={`Trasferire ${amount}?`}
        text={`I VAL passano subito dal tuo portafoglio a quello di ${payee}. Prima di trasferirli mettetevi d’accordo.${stillDue(order.totalPriceEuro)}`}
        label="Trasferimento"
        submit={`Trasferisci ${amount} a ${payee}`}
        busy="Trasferisco: può volerci qualche secondo…"
        step={transfer}
      />
    </div>
  )
}
