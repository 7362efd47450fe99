import { formatDate } from '#domain/dates.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { StepButton } from '#web/features/orders/step-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.module.css'

const Address = ({ to }: { to: NonNullable<OrderView['shippingAddress']> }) => (
  <address className={styles.address}>
    <strong>{to.fullName}</strong>
    {to.address && (
      <>
        <br />
        {to.address}
        <br />
        {to.postalCode} {to.city}, {to.country}
      </>
    )}
    {to.phone && (
      <>
        <br />
        Tel. <a href={`tel:${to.phone.replaceAll(' ', '')}`}>{to.phone}</a>
      </>
    )}
  </address>
)

export const OrderDelivery = ({ order }: { order: OrderView }) => (
  <Panel id="consegna" title="Consegna">
    {order.shippingAddress ? (
      <Address to={order.shippingAddress} />
    ) : (
      <p>Sono tutti servizi: non c’è niente da spedire.</p>
    )}
    {order.deliveredAt ? (
      <Alert tone="success">Consegnato il {formatDate(order.deliveredAt)}</Alert>
    ) : (
      <Alert tone="notice">Non consegnato</Alert>
    )}
    <StepButton order={order} step="deliver">
      Consegnato
    </StepButton>
  </Panel>
)
