import { useEffect, useState } from 'react'
import { momentOf } from '#domain/exchange/order-moments.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isParty } from '#domain/exchange/orders.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { browserStore } from '#web/lib/browser-store.ts'
import { TOLD_MOMENTS } from '#web/lib/session/session.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Moment } from '#web/ui/state/moment.tsx'

const MOST_KEPT = 60
const told = browserStore<string[]>('localStorage', TOLD_MOMENTS, [])

/** A good step of the request, told once in this browser: sent, agreed, VAL received, finished. */
export const OrderMoment = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const moment = viewer && isParty(order, viewer) ? momentOf(order, viewer.id, new Date()) : undefined
  const key = moment && `${order._id} ${moment.stage}`
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!key || told.read().includes(key)) return
    told.write([...told.read(), key].slice(-MOST_KEPT))
    setShown(key)
  }, [key])
  return (
    <div role="status">
      {moment && shown === key && (
        <Moment title={<WithAmounts>{moment.title}</WithAmounts>} onClose={() => setShown(undefined)}>
          <p>{moment.text}</p>
        </Moment>
      )}
    </div>
  )
}
