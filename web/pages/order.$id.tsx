import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { call } from '#web/client.ts'
import { OrderDelivery } from '#web/features/orders/order-delivery.tsx'
import { OrderItems } from '#web/features/orders/order-items.tsx'
import { OrderPayment } from '#web/features/orders/order-payment.tsx'
import { OrderPeople } from '#web/features/orders/order-people.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { requireMember } from '#web/lib/require-member.ts'
import { orRouteError } from '#web/lib/route-error.ts'
import { shortId } from '#web/lib/short-id.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Sums } from '#web/ui/data/sums.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TwoColumns, TwoColumnsSkeleton } from '#web/ui/layout/two-columns.tsx'

export const meta: MetaFunction = () => privateMeta('Richiesta')

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/orders/:id', { params: { id } }))
}

export const HydrateFallback = () => <TwoColumnsSkeleton title="Richiesta" boxes={3} />

export const ErrorBoundary = () => <LoadError title="Richiesta" />

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
