import { Link } from 'react-router'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isFinished, rolesIn } from '#domain/exchange/orders.ts'
import { formatEventTime } from '#domain/market/events.ts'
import { KINDS, priceText } from '#domain/market/kinds.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

export const OrderItems = ({ order }: { order: OrderView }) => {
  const roles = rolesIn(order, useOrderViewer())
  // The page invites to review a single item.
  const isReviewer = order.orderItems.length > 1 && isFinished(order) && roles.includes('requester')
  return (
    <Panel id="annunci" title={order.orderItems.length === 1 ? 'Annuncio' : 'Annunci'}>
      <ItemLines label="Annunci della richiesta">
        {order.orderItems.map((item) => (
          <ItemLine
            key={item.product ?? item.name}
            name={item.name}
            to={item.product ? `/product/${item.product}` : undefined}
            image={item.image || undefined}
            placeholder={placeholderPicture({ section: order.kind, isService: false })}
          >
            {item.startsAt && item.endsAt && <p>{formatEventTime(item.startsAt, item.endsAt)}</p>}
            {item.place && <p>{item.place}</p>}
            {KINDS[order.kind].stock !== 'none' && (
              <p>
                <WithAmounts>
                  {order.payer
                    ? `${item.qty} × ${priceText({ ...item, section: order.kind })}`
                    : `Quantità: ${item.qty}`}
                </WithAmounts>
              </p>
            )}
            {isReviewer && item.product && (
              <p className="on-screen">
                <Link to={`/product/${item.product}#recensioni`}>
                  Lascia una recensione<span className="visually-hidden"> a {item.name}</span>
                </Link>
              </p>
            )}
          </ItemLine>
        ))}
      </ItemLines>
    </Panel>
  )
}
