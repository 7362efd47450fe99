import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './order.module.css'

type Address = NonNullable<OrderView['shippingAddress']>

const AddressLines = ({ address }: { address: Address }) => (
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

export const OrderDelivery = ({ order: { shippingAddress } }: { order: OrderView }) =>
  shippingAddress && (
    <Panel id="consegna" title="Consegna">
      <AddressLines address={shippingAddress} />
    </Panel>
  )
