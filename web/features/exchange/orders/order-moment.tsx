import { momentOf } from '#domain/exchange/order-moments.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isParty } from '#domain/exchange/orders.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { useUntold } from '#web/lib/session/told-moments.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Moment } from '#web/ui/state/moment.tsx'

/** A good step of the request, told once in this browser: sent, agreed, VAL received, finished. */
export const OrderMoment = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const moment = viewer && isParty(order, viewer) ? momentOf(order, viewer.id, new Date()) : undefined
  const key = moment && `${order._id} ${moment.stage}`
  const { untold, close } = useUntold(key ? [key] : [])
  return (
    <div role="status">
      {moment && key && untold.includes(key) && (
        <Moment title={<WithAmounts>{moment.title}</WithAmounts>} onClose={close}>
          <p>{moment.text}</p>
        </Moment>
      )}
    </div>
  )
}
