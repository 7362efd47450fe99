import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { OrderRequest, OrderView } from '#domain/orders.schema.ts'
import { COUNTRY, ORDER_MESSAGES } from '#domain/orders.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Limits } from '#server/limits/service.ts'
import type { Stock } from '#server/listings/stock.ts'
import type { Mail } from '#server/mail/service.ts'
import type { MembersService } from '#server/members/service.ts'
import type { ChangeStore } from '#server/orders/change-store.ts'
import { copyMail, requestMail } from '#server/orders/mails.ts'
import { type Quote, quote } from '#server/orders/quote.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { PaymentsService } from '#server/payments/service.ts'

export type PlacingParts = {
  store: ChangeStore
  orders: Pick<OrdersService, 'get'>
  stock: Stock
  payments: Pick<PaymentsService, 'linkTo'>
  members: Pick<MembersService, 'contacts'>
  mail: Mail
  limits: Limits
  site: SiteSettings
  now: () => Date
}

/** Places an order: the order, its stock and its mails are stored in one transaction. */
export const makePlacing = (parts: PlacingParts) => {
  const { store, orders, stock, payments, members, mail, limits, site, now } = parts

  const addressFor = (quoted: Quote, { shippingAddress }: OrderRequest) => {
    if (!quoted.needsAddress) return null
    if (!shippingAddress) throw new AppError('invalid', ORDER_MESSAGES.addressRequired)
    return { ...shippingAddress, country: COUNTRY }
  }

  const write = async (tx: Queries, viewer: Member, request: OrderRequest, quoted: Quote, key?: string) => {
    const ids = request.orderItems.map(({ product }) => product)
    // Locks members before listings, as the deletion of an account does, to avoid deadlocks.
    const contacts = await members.contacts(tx, [viewer.id, quoted.sellerId])
    const [buyer, seller] = [contacts.get(viewer.id), contacts.get(quoted.sellerId)]
    if (!buyer) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    if (!seller) throw new AppError('notFound', ORDER_MESSAGES.listingUnavailable)
    const listings = await stock.lock(tx, ids)
    const existing = key && (await store.findByKey(viewer.id, key, tx))
    if (existing) return existing
    const order = quote(request.orderItems, listings, viewer, now())
    const address = addressFor(order, request)
    await stock.take(
      tx,
      order.items.filter(({ takesStock }) => takesStock),
    )
    const { paymentMethod } = request
    const id = await store.add(tx, {
      ...order,
      buyerId: viewer.id,
      shippingAddress: address,
      paymentMethod,
      key,
      at: now(),
    })
    const exchange = { buyerId: viewer.id, sellerId: order.sellerId, items: request.orderItems }
    await payments.linkTo(tx, id, exchange)
    const { totalPriceVal: totalVal, totalPriceEuro: totalEuro } = order.totals
    const details = { buyer, seller, address, items: order.items, totalVal, totalEuro, orderId: id }
    const headers = { 'Reply-To': buyer.email }
    await mail.enqueue(tx, { to: seller.email, content: requestMail(details, site), headers })
    await mail.enqueue(tx, { to: buyer.email, content: copyMail(details) })
    return id
  }

  return {
    /** The same idempotency key returns the same order. */
    async place(viewer: Member, request: OrderRequest, key: string | undefined): Promise<OrderView> {
      await limits.take('order', viewer.id)
      const existing = key && (await store.findByKey(viewer.id, key))
      if (existing) return orders.get(existing, viewer)
      // Checks without locks first, and finds the seller.
      const listings = await stock.read(request.orderItems.map(({ product }) => product))
      const quoted = quote(request.orderItems, listings, viewer, now())
      addressFor(quoted, request)
      const id = await store.transaction((tx) => write(tx, viewer, request, quoted, key))
      return orders.get(id, viewer)
    },
  }
}
