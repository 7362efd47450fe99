import { Link } from 'react-router'
import type { OrderView } from '#domain/orders.schema.ts'
import { rolesIn } from '#domain/orders.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { Reminder } from '#web/features/orders/reminder.tsx'
import { SecondMail } from '#web/features/orders/second-mail.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.module.css'

const Buyer = ({ order }: { order: OrderView }) => (
  <div>
    <h3 className={styles.who}>Chi chiede</h3>
    <p>{order.buyer?.name ?? order.user.name}</p>
    {order.buyer && (
      <p>
        <a href={`mailto:${order.buyer.email}`}>{order.buyer.email}</a>
      </p>
    )}
    {order.buyer?.phone && (
      <p>
        <a href={`tel:${order.buyer.phone.replaceAll(' ', '')}`}>{order.buyer.phone}</a>
      </p>
    )}
  </div>
)

/** Buyer and seller with their contact details. */
export const OrderPeople = ({ order }: { order: OrderView }) => {
  const roles = rolesIn(order, useOrderViewer())
  const isBuyer = roles.includes('requester')
  return (
    <Panel id="contatti" title="Contatti">
      <Alert tone="success">
        {roles.includes('owner') ? 'Hai' : 'L’offerente ha'} ricevuto un’e-mail con{' '}
        {isBuyer ? 'i tuoi dati di contatto' : 'i dati di contatto di chi chiede'}.
      </Alert>
      <div>
        <h3 className={styles.who}>Offerente</h3>
        <p>
          <Link to={`/seller/${order.seller}`}>{order.sellerName}</Link>
        </p>
      </div>
      {!isBuyer && <Buyer order={order} />}
      <SecondMail order={order} />
      <Reminder order={order} />
    </Panel>
  )
}
