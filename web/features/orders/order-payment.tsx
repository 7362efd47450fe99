import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatPrice } from '#domain/money.ts'
import { dueText, partyName } from '#domain/order-texts.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { DEFAULT_PAYMENT_METHOD, hasMovedVal, type PaymentStatus } from '#domain/orders.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { Refund } from '#web/features/orders/refund.tsx'
import { TransferLater } from '#web/features/orders/transfer-later.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
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
const POLL_MS = 4000

/** Reloads the order every few seconds while a transfer is pending. */
const usePollingWhilePending = (isPending: boolean) => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isPending || state !== 'idle') return
    const timer = setTimeout(revalidate, POLL_MS)
    return () => clearTimeout(timer)
  }, [isPending, state, revalidate])
}

const titleOf = ({ returnStatus, status }: NonNullable<OrderView['payment']>): string =>
  returnStatus ? RETURN_TITLES[returnStatus] : TRANSFER_TITLES[status]

const whoPays = (order: OrderView, viewerId: string | undefined): string => {
  const [payer, payee] = [partyName(order, order.payer), partyName(order, order.payee)]
  if (viewerId === order.payer) return `Paghi tu ${payee}: come, lo concordate tra voi.`
  if (viewerId === order.payee) return `Ti paga ${payer}: come, lo concordate tra voi.`
  return `${payer} paga ${payee}: come, lo concordano tra loro.`
}

/** Who pays whom, what was transferred and what is still due. */
export const OrderPayment = ({ order }: { order: OrderView }) => {
  const { payment } = order
  usePollingWhilePending(payment?.status === 'pending' || payment?.returnStatus === 'pending')
  const due = dueText(order)
  return (
    <Panel id="pagamento" title="Pagamento">
      <p>
        {whoPays(order, useOrderViewer()?.id)}
        {order.paymentMethod !== DEFAULT_PAYMENT_METHOD &&
          !hasMovedVal(order) &&
          ` Metodo scelto: ${order.paymentMethod}.`}
      </p>
      {due && (
        <p>
          <strong>
            <WithAmounts>{due}</WithAmounts>
          </strong>
        </p>
      )}
      {payment && (
        <Receipt
          title={titleOf(payment)}
          amount={formatPrice({ val: payment.amount })}
          transactionHash={payment.transactionHash}
        />
      )}
      <TransferLater order={order} />
      <Refund order={order} />
    </Panel>
  )
}
