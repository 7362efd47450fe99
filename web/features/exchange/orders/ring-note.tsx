import { Link } from 'react-router'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen, isParty } from '#domain/exchange/orders.ts'
import { ringOf, ringWarning } from '#domain/exchange/rings.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Alert } from '#web/ui/state/alert.tsx'

/** Says that a request is part of a ring; its parties can open the ring. */
export const RingNote = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  if (!order.ring) return null
  return (
    <Alert tone="notice">
      <span>
        {isOpen(order) ? ringWarning(order.ringMembers) : `Questa richiesta fa parte di ${ringOf(order.ringMembers)}.`}{' '}
        {isParty(order, viewer) && <Link to={`/anelli#anello-${order.ring}`}>Guarda l’anello</Link>}
      </span>
    </Alert>
  )
}
