import { itemNames } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'

/** The thread of a request, for the first message that is posted to it. */
export const threadOf = (order: OrderView) => ({
  orderId: order._id,
  title: itemNames(order),
  askerId: order.user._id,
  ownerId: order.seller,
  requestedAt: new Date(order.createdAt),
})
