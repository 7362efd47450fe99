import { fromHundredths } from '#domain/base/money.ts'
import { inWholeUnits } from '#domain/exchange/cart.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { turnOf } from '#domain/exchange/steps.ts'
import type { OrderRow } from '#server/exchange/orders/store.ts'

const withTurn = (order: Omit<OrderView, 'turn'>): OrderView => ({ ...order, turn: turnOf(order) })

const problemOf = ({ problemAt, problemBy, problemText }: OrderRow): OrderView['problem'] =>
  problemAt && { by: problemBy, text: problemText, at: problemAt.toISOString() }

const settledOf = ({ settledAt, settledOutcome, settledReason }: OrderRow): OrderView['settled'] =>
  settledAt && settledOutcome && { outcome: settledOutcome, reason: settledReason, at: settledAt.toISOString() }

/** Null while a listing is left to review. */
const lastReview = (items: OrderRow['items']): string | null => {
  const reviews = items.flatMap(({ product, reviewedAt }) =>
    product ? [reviewedAt && new Date(reviewedAt).toISOString()] : [],
  )
  return reviews.includes(null) ? null : (reviews.toSorted().at(-1) ?? null)
}

/** An order as shown in lists, without the buyer's contact details. */
export const toView = (row: OrderRow, payment: OrderView['payment'], viewerId: string, now: Date): OrderView =>
  withTurn({
    _id: row.id,
    number: row.number,
    createdAt: row.createdAt.toISOString(),
    user: { _id: row.buyerId, name: row.buyerName },
    seller: row.sellerId,
    sellerName: row.sellerName,
    requesterName: row.requesterName,
    kind: row.kind,
    state: row.state,
    terms: {
      val: fromHundredths(row.totalPriceVal),
      euro: fromHundredths(row.totalPriceEuro),
      by: row.termsBy,
      at: row.termsAt.toISOString(),
    },
    problem: problemOf(row),
    settled: settledOf(row),
    answered: row.answered,
    ring: row.ring,
    ringMembers: row.ringMembers,
    payer: row.payer,
    payee: row.payee,
    giver: row.giver,
    buyer: null,
    ownerPhone: '',
    atDesk: [...(row.buyerAtDesk ? [row.buyerId] : []), ...(row.sellerAtDesk ? [row.sellerId] : [])],
    // A suspension ends without a change of its row.
    suspended: row.suspended.flatMap(({ member, until }) => {
      const end = until === null ? null : new Date(until)
      return end && end <= now ? [] : [{ member, until: end?.toISOString() ?? null }]
    }),
    shippingAddress: row.shippingAddress,
    orderItems: row.items.map(({ reviewedAt, ...item }) => ({
      ...item,
      reviewed: reviewedAt !== null,
      priceVal: fromHundredths(item.priceVal),
      priceEuro: fromHundredths(item.priceEuro),
      startsAt: item.startsAt && new Date(item.startsAt).toISOString(),
      endsAt: item.endsAt && new Date(item.endsAt).toISOString(),
    })),
    paymentMethod: row.paymentMethod,
    message: [row.buyerId, row.sellerId].includes(viewerId) ? row.message : '',
    ...inWholeUnits(row),
    agreedAt: row.agreedAt?.toISOString() ?? null,
    isPaid: row.paidAt !== null,
    paidAt: row.paidAt?.toISOString() ?? null,
    handedOverAt: row.handedOverAt?.toISOString() ?? null,
    isDelivered: row.deliveredAt !== null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    concludedAt: row.concludedAt?.toISOString() ?? null,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
    expiredAt: row.expiredAt?.toISOString() ?? null,
    reviewedAt: lastReview(row.items),
    feedbackGiven: row.feedbackBy.includes(viewerId),
    payment,
    ownerMailed: row.requestMailedAt !== null,
    secondMailSent: row.secondMailAt !== null,
    notified: (viewerId === row.sellerId ? row.sellerRemindedAt : row.buyerRemindedAt) !== null,
  })
