import { useEffect } from 'react'
import { formatPrice } from '#domain/base/money.ts'
import { whoPaysText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { DEFAULT_PAYMENT_METHOD, hasMovedVal, isOpen } from '#domain/exchange/orders.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Refund } from '#web/features/exchange/orders/refund.tsx'
import { refreshBalance } from '#web/lib/balance.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Receipt } from '#web/ui/layout/receipt.tsx'

const TRANSFER_TITLES: Record<PaymentStatus, string> = {
  confirmed: 'Trasferimento confermato',
  pending: 'Trasferimento in corso di conferma',
  failed: 'Trasferimento non riuscito',
}
const RETURN_TITLES: Record<PaymentStatus, string> = {
  confirmed: 'VAL restituiti',
  pending: 'Restituzione in corso di conferma',
  failed: 'Restituzione non riuscita: si può riprovare',
}
const REFRESH_MS = 4_000

const titleOf = ({ returnStatus, status }: NonNullable<OrderView['payment']>): string =>
  returnStatus ? RETURN_TITLES[returnStatus] : TRANSFER_TITLES[status]

/** Reads the viewer's balance again when the status of the transfer or of the return changes. */
const useFreshBalance = ({ payment }: OrderView) => {
  const progress = payment && `${payment.status} ${payment.returnStatus}`
  useEffect(() => {
    if (progress) void refreshBalance()
  }, [progress])
}

/** Who pays whom, and what was transferred. */
export const OrderPayment = ({ order }: { order: OrderView }) => {
  const { payment } = order
  const viewerId = useOrderViewer()?.id
  useFreshBalance(order)
  useRefresh(payment?.status === 'pending' || payment?.returnStatus === 'pending', REFRESH_MS)
  const isUnpaidEnd = !payment && (order.state === 'closed' || order.state === 'expired')
  if (!order.payer || isUnpaidEnd) return null
  const whoPays = whoPaysText(order, viewerId)
  return (
    <Panel id="pagamento" title="Pagamento">
      {(isOpen(order) || order.paidAt) && whoPays && (
        <p>
          {whoPays}
          {order.paymentMethod !== DEFAULT_PAYMENT_METHOD &&
            !hasMovedVal(order) &&
            ` Metodo scelto: ${order.paymentMethod}.`}
        </p>
      )}
      {payment && <Receipt title={titleOf(payment)} amount={formatPrice({ val: payment.amount })} />}
      <Refund order={order} />
    </Panel>
  )
}
