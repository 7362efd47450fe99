import { useState } from 'react'
import { formatPrice } from '#domain/money.ts'
import { partyName } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep, IDEMPOTENCY_HEADER } from '#domain/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { StepDialog } from '#web/features/orders/step-dialog.tsx'
import { newKey } from '#web/lib/idempotency-key.ts'

/** Lets the payer transfer the VAL of the request. */
export const TransferLater = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const [key] = useState(newKey)
  if (!canTakeStep('transfer', order, viewer, new Date())) return null
  const amount = formatPrice({ val: order.totalPriceVal })
  const payee = partyName(order, order.payee)
  const euro =
    order.totalPriceEuro > 0 ? ` Restano ${formatPrice({ euro: order.totalPriceEuro })} da dare di persona.` : ''
  const transfer = () =>
    call('POST /api/orders/:id/transfer', {
      params: { id: order._id },
      headers: { [IDEMPOTENCY_HEADER]: key },
      body: { expected: { val: order.totalPriceVal, euro: order.totalPriceEuro } },
    })
  return (
    <div className="on-screen">
      <StepDialog
        button={`Trasferisci ${amount}`}
        kind="outlined"
        title={`Trasferire ${amount}?`}
        text={`I VAL passano subito dal tuo portafoglio a quello di ${payee}. Prima di trasferirli mettetevi d’accordo.${euro}`}
        label="Trasferimento"
        submit={`Trasferisci ${amount} a ${payee}`}
        busy="Trasferisco: può volerci qualche secondo…"
        step={transfer}
      />
    </div>
  )
}
