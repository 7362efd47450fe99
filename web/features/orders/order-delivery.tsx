import { formatDate } from '#domain/dates.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { StepButton } from '#web/features/orders/step-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.module.css'

const Address = ({ address }: { address: NonNullable<OrderView['shippingAddress']> }) => (
  <address className={styles.address}>
    <strong>{address.fullName}</strong>
    {address.address && (
      <>
        <br />
        {address.address}
        <br />
        {address.postalCode} {address.city}, {address.country}
      </>
    )}
    {address.phone && (
      <>
        <br />
        Tel. <a href={`tel:${address.phone.replaceAll(' ', '')}`}>{address.phone}</a>
      </>
    )}
  </address>
)

export const OrderDelivery = ({ order }: { order: OrderView }) => (
  <Panel id="consegna" title="Consegna">
    {order.shippingAddress ? (
      <Address address={order.shippingAddress} />
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
