import { fromHundredths } from '#domain/base/money.ts'
import { inWholeUnits } from '#domain/exchange/cart.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { OrderRow } from '#server/exchange/orders/store.ts'

/** An order as shown in lists, without the buyer's contact details. */
export const toView = (row: OrderRow, payment: OrderView['payment'], viewerId: string): OrderView => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  user: { _id: row.buyerId, name: row.buyerName },
  seller: row.sellerId,
  sellerName: row.sellerName,
  requesterName: row.requesterName,
  kind: row.kind,
  payer: row.payer,
  payee: row.payee,
  giver: row.giver,
  buyer: null,
  shippingAddress: row.shippingAddress,
  orderItems: row.items.map((item) => ({
    ...item,
    priceVal: fromHundredths(item.priceVal),
    priceEuro: fromHundredths(item.priceEuro),
    startsAt: item.startsAt && new Date(item.startsAt).toISOString(),
    endsAt: item.endsAt && new Date(item.endsAt).toISOString(),
  })),
  paymentMethod: row.paymentMethod,
  message: [row.buyerId, row.sellerId].includes(viewerId) ? row.message : '',
  ...inWholeUnits(row),
  isPaid: row.paidAt !== null,
  paidAt: row.paidAt?.toISOString() ?? null,
  isDelivered: row.deliveredAt !== null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  concludedAt: row.concludedAt?.toISOString() ?? null,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  cancelReason: row.cancelReason,
  reviewedAt: row.reviewedAt?.toISOString() ?? null,
  payment,
  secondMailSent: row.secondMailAt !== null,
  notified: (viewerId === row.sellerId ? row.sellerRemindedAt : row.buyerRemindedAt) !== null,
})
