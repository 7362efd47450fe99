import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { nameRef } from '#server/talk/references/references.ts'

/** The order for texts of mails and notices, in which the names of the parties are references. */
export const withNameRefs = (order: OrderView): OrderView => ({
  ...order,
  sellerName: nameRef(order.seller),
  requesterName: nameRef(order.user._id),
})
