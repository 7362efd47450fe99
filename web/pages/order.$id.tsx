import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { shortId } from '#domain/base/ids.ts'
import { itemNames, stateText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { KINDS } from '#domain/market/kinds.ts'
import { call } from '#web/client.ts'
import { OrderDelivery } from '#web/features/exchange/orders/order-delivery.tsx'
import { OrderItems } from '#web/features/exchange/orders/order-items.tsx'
import { OrderPayment } from '#web/features/exchange/orders/order-payment.tsx'
import { OrderPeople } from '#web/features/exchange/orders/order-people.tsx'
import { OrderProgress } from '#web/features/exchange/orders/order-progress.tsx'
import { OrderQueue } from '#web/features/exchange/orders/order-queue.tsx'
import { OrderThread } from '#web/features/talk/threads/order-thread.tsx'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { orLastData, useQuietRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { Sums } from '#web/ui/data/sums.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TwoColumns, TwoColumnsSkeleton } from '#web/ui/layout/two-columns.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.$id.module.css'

export const meta: MetaFunction = () => privateMeta('Richiesta')

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(orLastData(url, call('GET /api/orders/:id', { params: { id } })))
}

export const HydrateFallback = () => <TwoColumnsSkeleton title="Richiesta" boxes={3} />

export const ErrorBoundary = () => <LoadError title="Richiesta" />

const Review = ({ order }: { order: OrderView }) => {
  const isRequester = useUserInfo()?._id === order.user._id
  const listing = order.orderItems.find(({ product }) => product)
  const isFinished = order.deliveredAt ?? order.concludedAt
  if (!isRequester || !listing || !isFinished || order.reviewedAt) return null
  return (
    <Alert tone="success">
      Com’è andata? <Link to={`/product/${listing.product}#recensioni`}>Scrivi una recensione</Link>: aiuta chi viene
      dopo di te.
    </Alert>
  )
}

export default function Order() {
  const order = useLoaderData<typeof clientLoader>()
  const refresh = useQuietRefresh()
  useLive(({ event }) => {
    const isNews = event === 'notices' || event === 'reset'
    // The dialog of a step reloads the order when it is closed.
    if (isNews && !document.querySelector('dialog[open]')) void refresh()
  })
  const id = useUserInfo()?._id
  const isOrderParty = id === order.user._id || id === order.seller
  const lead = (
    <div className={styles.lead}>
      <KindBadge section={order.kind} />
      <span>
        {stateText(order)} · numero {shortId(order._id)}
      </span>
    </div>
  )
  const aside = (
    <>
      {isOrderParty && <OrderThread key={order._id} orderId={order._id} />}
      {order.payer && (
        <Panel id="riepilogo" title="Riepilogo">
          <Sums
            lines={order.shippingAddress ? [['Consegna', 'da concordare']] : []}
            total={{ val: order.totalPriceVal, euro: order.totalPriceEuro }}
            upTo={KINDS[order.kind].price === 'upTo'}
          />
        </Panel>
      )}
      {isOrderParty && <OrderQueue order={order} />}
      <OrderPeople order={order} />
    </>
  )
  return (
    <TwoColumns title={itemNames(order)} lead={lead} aside={aside}>
      <Review order={order} />
      <OrderProgress order={order} />
      {order.payer && !(order.cancelledAt && !order.payment) && <OrderPayment order={order} />}
      <OrderItems order={order} />
      {order.shippingAddress && <OrderDelivery address={order.shippingAddress} />}
    </TwoColumns>
  )
}
