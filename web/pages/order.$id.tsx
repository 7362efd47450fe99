import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { call } from '#web/client.ts'
import { OrderDelivery } from '#web/features/orders/order-delivery.tsx'
import { OrderItems } from '#web/features/orders/order-items.tsx'
import { OrderPayment } from '#web/features/orders/order-payment.tsx'
import { OrderPeople } from '#web/features/orders/order-people.tsx'
import { shortId } from '#web/features/orders/order-table.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireMember } from '#web/lib/require-member.ts'
import { orRouteError } from '#web/lib/route-error.ts'
import { Sums } from '#web/ui/data/sums.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TwoColumns } from '#web/ui/layout/two-columns.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'

export const meta: MetaFunction = () => privateMeta('Richiesta')

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/orders/:id', { params: { id } }))
}

export const HydrateFallback = () => (
  <TwoColumns title="Richiesta" aside={<Skeleton shape="box" />}>
    <LoadingStatus />
    <Skeleton shape="box" count={3} />
  </TwoColumns>
)

export default function Order() {
  const order = useLoaderData<typeof clientLoader>()
  const lead = (
    <p>
      Inviata il <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
    </p>
  )
  const summary = (
    <>
      <Panel id="riepilogo" title="Riepilogo">
        <Sums
          lines={order.shippingAddress ? [['Consegna', 'da concordare']] : []}
          total={{ val: order.totalPriceVal, euro: order.totalPriceEuro }}
        />
      </Panel>
      <OrderPeople order={order} />
    </>
  )
  return (
    <TwoColumns title={`Richiesta ${shortId(order._id)}`} lead={lead} aside={summary}>
      <OrderItems order={order} />
      <OrderPayment order={order} />
      <OrderDelivery order={order} />
    </TwoColumns>
  )
}
