import { Link } from 'react-router'
import { formatEuro, formatVal } from '#domain/money.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { rolesIn } from '#domain/orders.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

// Orders store a listing's picture but not its kind, which chooses the placeholder.
const PLACEHOLDER = placeholderPicture({ section: 'offro', isService: false })

export const OrderItems = ({ order }: { order: OrderView }) => {
  const roles = rolesIn(order, useOrderViewer())
  const isReviewer = order.isDelivered && roles.includes('requester')
  return (
    <Panel id="annunci" title="Annunci">
      <ItemLines label="Annunci della richiesta">
        {order.orderItems.map((item) => (
          <ItemLine
            key={item.product ?? item.name}
            name={item.name}
            to={item.product ? `/product/${item.product}` : undefined}
            image={item.image || undefined}
            placeholder={PLACEHOLDER}
          >
            <p>
              {item.qty} × {formatVal(item.priceVal)} · {formatEuro(item.priceEuro)}
            </p>
            {isReviewer && item.product && (
              <p>
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
