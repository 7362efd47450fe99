import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { partyName } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isFinished, isParty, otherParty, rolesIn } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { OrderButtons } from '#web/features/exchange/orders/order-buttons.tsx'
import { OrderDelivery } from '#web/features/exchange/orders/order-delivery.tsx'
import { OrderFeedback } from '#web/features/exchange/orders/order-feedback.tsx'
import { OrderHead } from '#web/features/exchange/orders/order-head.tsx'
import { OrderItems } from '#web/features/exchange/orders/order-items.tsx'
import { OrderMoment } from '#web/features/exchange/orders/order-moment.tsx'
import { OrderPayment } from '#web/features/exchange/orders/order-payment.tsx'
import { OrderPeople } from '#web/features/exchange/orders/order-people.tsx'
import { OrderStanding } from '#web/features/exchange/orders/order-standing.tsx'
import { OrderTrail } from '#web/features/exchange/orders/order-trail.tsx'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { RingNote } from '#web/features/exchange/orders/ring-note.tsx'
import { SettleForm } from '#web/features/exchange/orders/settle-form.tsx'
import { MediatedMessages } from '#web/features/talk/threads/mediated-messages.tsx'
import { OrderThread } from '#web/features/talk/threads/order-thread.tsx'
import { useLive } from '#web/lib/live.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { orLastData, useQuietRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.$id.module.css'

export const meta: MetaFunction = () => privateMeta('Richiesta')

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(orLastData(url, call('GET /api/orders/:id', { params: { id } })))
}

export const HydrateFallback = () => <PanelPageSkeleton title="Richiesta" narrow />

export const ErrorBoundary = () => <LoadError title="Richiesta" />

const Review = ({ order }: { order: OrderView }) => {
  const isRequester = useOrderViewer()?.id === order.user._id
  const listing = order.orderItems.find(({ product, reviewed }) => product && !reviewed)
  if (!isRequester || !listing || !isFinished(order) || isActing()) return null
  return (
    <Alert tone="success">
      <Link to={`/product/${listing.product}#recensioni`}>Scrivi una recensione</Link> dell’annuncio: aiuta chi viene
      dopo di te.
    </Alert>
  )
}

export default function Order() {
  const { answerMinutes, ...order } = useLoaderData<typeof clientLoader>()
  const refresh = useQuietRefresh()
  useLive(({ event }) => {
    const isNews = event === 'notices' || event === 'reset'
    // The dialog of a step reloads the order when it is closed.
    if (isNews && !document.querySelector('dialog[open]')) void refresh()
  })
  const viewer = useOrderViewer()
  const isMediated = (order.problem ?? order.settled) !== null && rolesIn(order, viewer).includes('mediator')
  return (
    <div className={styles.page}>
      <OrderMoment order={order} />
      <section className={styles.head}>
        <OrderHead order={order} />
        <OrderStanding order={order} answerMinutes={answerMinutes} />
        <RingNote order={order} />
        <OrderButtons order={order} />
        <OrderTrail order={order} />
      </section>
      <Review order={order} />
      <OrderFeedback order={order} />
      {viewer && isParty(order, viewer) && (
        <OrderThread key={order._id} orderId={order._id} name={partyName(order, otherParty(order, viewer.id))} />
      )}
      {isMediated && (
        <MediatedMessages orderId={order._id} owner={order.seller} nameOf={(id) => partyName(order, id)} />
      )}
      <SettleForm order={order} />
      <OrderItems order={order} />
      <OrderPayment order={order} />
      <OrderDelivery order={order} />
      <OrderPeople order={order} />
    </div>
  )
}
