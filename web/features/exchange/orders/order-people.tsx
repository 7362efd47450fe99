import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { type OrderRole, rolesIn } from '#domain/exchange/orders.ts'
import { KINDS } from '#domain/market/kinds.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Reminder } from '#web/features/exchange/orders/reminder.tsx'
import { SecondMail } from '#web/features/exchange/orders/second-mail.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './order.module.css'

/** What a party does in a request with a payment: "dà e riceve il pagamento". Empty otherwise: the label suffices. */
const partOf = (order: OrderView, id: string): string => {
  if (!order.payer) return ''
  const parts = [
    order.giver && (order.giver === id ? 'dà' : 'riceve'),
    order.payer === id && 'paga',
    order.payee === id && 'riceve il pagamento',
  ]
  return parts.filter(Boolean).join(' e ')
}

type PartyProps = { order: OrderView; id: string; label: string; children: ReactNode }

const Party = ({ order, id, label, children }: PartyProps) => {
  const part = partOf(order, id)
  return (
    <div>
      <h3 className={styles.who}>
        {label}
        {part && ` · ${part}`}
      </h3>
      {children}
    </div>
  )
}

const Telephone = ({ number }: { number: string }) =>
  number && (
    <p>
      <a href={`tel:${number.replaceAll(' ', '')}`}>{number}</a>
    </p>
  )

const AtDesk = ({ order, id }: { order: OrderView; id: string }) =>
  order.atDesk.includes(id) && <p>Senza e-mail: legge e risponde tramite lo sportello.</p>

const Requester = ({ order }: { order: OrderView }) => (
  <>
    <p>{order.buyer?.name ?? order.user.name}</p>
    {order.buyer?.email && (
      <p>
        <a href={`mailto:${encodeURIComponent(order.buyer.email)}`}>{order.buyer.email}</a>
      </p>
    )}
    <Telephone number={order.buyer?.phone ?? ''} />
    <AtDesk order={order} id={order.user._id} />
  </>
)

/** How the owner learned of the request. */
const contactText = (order: OrderView, roles: OrderRole[]): string => {
  const contacts = roles.includes('requester') ? 'i tuoi dati di contatto' : `i contatti di ${order.requesterName}`
  const isOwner = roles.includes('owner')
  if (order.ownerMailed) return `${isOwner ? 'Hai' : `${order.sellerName} ha`} ricevuto un’e-mail con ${contacts}.`
  return isOwner ? `Qui trovi ${contacts}.` : `Lo sportello avvisa ${order.sellerName} della richiesta.`
}

/** The parties by their roles, with contact details and the mails between them. */
export const OrderPeople = ({ order }: { order: OrderView }) => {
  const roles = rolesIn(order, useOrderViewer())
  const { ownerLabel, requesterLabel } = KINDS[order.kind]
  return (
    <Panel id="contatti" title="Contatti">
      <p>{contactText(order, roles)}</p>
      <Party order={order} id={order.seller} label={ownerLabel}>
        <p>
          <Link to={`/seller/${order.seller}`}>{order.sellerName}</Link>
        </p>
        <Telephone number={order.ownerPhone} />
        <AtDesk order={order} id={order.seller} />
      </Party>
      <Party order={order} id={order.user._id} label={requesterLabel}>
        <Requester order={order} />
      </Party>
      <div className={`${styles.actions} on-screen`}>
        <SecondMail order={order} />
        <Reminder order={order} />
      </div>
    </Panel>
  )
}
