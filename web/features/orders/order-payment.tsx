import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { formatVal } from '#domain/money.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { DEFAULT_PAYMENT_METHOD, type PaymentStatus } from '#domain/orders.ts'
import { StepButton } from '#web/features/orders/step-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Receipt } from '#web/ui/layout/receipt.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TRANSFER_TITLES: Record<PaymentStatus, string> = {
  confirmed: 'Trasferimento confermato',
  pending: 'Trasferimento in corso di conferma',
  failed: 'Trasferimento non riuscito',
}
const POLL_MS = 4000

/** Reloads the order every few seconds while its transfer is pending. */
const usePollingWhilePending = (status: PaymentStatus | undefined) => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (status !== 'pending' || state !== 'idle') return
    const timer = setTimeout(revalidate, POLL_MS)
    return () => clearTimeout(timer)
  }, [status, state, revalidate])
}

export const OrderPayment = ({ order }: { order: OrderView }) => {
  const { payment } = order
  usePollingWhilePending(payment?.status)
  return (
    <Panel id="pagamento" title="Pagamento">
      <p>
        Da concordare tra le parti.
        {order.paymentMethod !== DEFAULT_PAYMENT_METHOD && ` Metodo scelto: ${order.paymentMethod}.`}
      </p>
      {payment && (
        <Receipt
          title={TRANSFER_TITLES[payment.status]}
          amount={formatVal(payment.amount)}
          transactionHash={payment.transactionHash}
        />
      )}
      {order.paidAt ? (
        <Alert tone="success">Pagato il {formatDate(order.paidAt)}</Alert>
      ) : (
        <Alert tone="notice">
          Non pagato{payment?.status === 'confirmed' && ': l’offerente deve ancora confermare di averlo ricevuto'}
        </Alert>
      )}
      <StepButton order={order} step="pay">
        Pagamento ricevuto
      </StepButton>
    </Panel>
  )
}
