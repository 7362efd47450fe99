import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { DELETED_MEMBER_NAME } from '#domain/members.ts'
import { fromHundredths } from '#domain/money.ts'
import type { OrderPageQuery, OrderQuery, OrderView } from '#domain/orders.schema.ts'
import { canListOrders, canSeeOrder, ORDER_MESSAGES } from '#domain/orders.ts'
import type { Queries } from '#server/db/pool.ts'
import type { MonthRow, OrderRow, OrdersStore } from '#server/orders/store.ts'
import { toView } from '#server/orders/views.ts'
import type { PaymentsService } from '#server/payments/service.ts'

export type OrdersService = ReturnType<typeof makeOrdersService>
export type OrderList = { orders: OrderView[]; total: number }

const BLANK_ADDRESS = { fullName: DELETED_MEMBER_NAME, address: '', city: '', postalCode: '', country: '', phone: '' }

/** Reads orders. They are changed in placing.ts, steps.ts and correspondence.ts. */
export const makeOrdersService = (store: OrdersStore, payments: Pick<PaymentsService, 'ofOrders'>) => {
  const withPayments = async (rows: OrderRow[]): Promise<OrderView[]> => {
    const paid = await payments.ofOrders(rows.map(({ id }) => id))
    return rows.map((row) => toView(row, paid.get(row.id)))
  }
  const list = async ({ rows, total }: { rows: OrderRow[]; total: number }): Promise<OrderList> => ({
    orders: await withPayments(rows),
    total,
  })

  return {
    /** An order that the viewer must not see is reported as missing. */
    async get(id: string, viewer: Member): Promise<OrderView> {
      const row = await store.find(id)
      const [view] = row ? await withPayments([row]) : []
      if (!row || !view || !canSeeOrder(view, viewer)) throw new AppError('notFound', ORDER_MESSAGES.notFound)
      return { ...view, buyer: row.buyer }
    },

    mine: async (viewer: Member, { p, pageSize }: OrderPageQuery): Promise<OrderList> =>
      list(await store.page({ buyerId: viewer.id, page: p, size: pageSize })),

    async received(viewer: Member, { seller, p, pageSize }: OrderQuery): Promise<OrderList> {
      if (!canListOrders(seller, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      return list(await store.page({ sellerId: seller, page: p, size: pageSize }))
    },

    ofMember: async (memberId: string): Promise<OrderView[]> => withPayments(await store.ofMember(memberId)),
    hasOpen: (tx: Queries, memberId: string): Promise<boolean> => store.hasOpen(tx, memberId),

    /** Whether an order of the listing was delivered to the buyer. */
    hasDelivered: (buyerId: string, listingId: string): Promise<boolean> => store.hasDelivered(buyerId, listingId),

    /** Which of these pictures are used by an order. */
    picturesInOrders: async (urls: string[]): Promise<ReadonlySet<string>> =>
      new Set((await store.picturesAmong(urls)).map(({ image }) => image)),

    /** The orders stay for the other party, without the shipping address. */
    blankAddresses: (tx: Queries, memberId: string): Promise<void> => store.blankAddresses(tx, memberId, BLANK_ADDRESS),

    async figures(since: Date): Promise<{ total: number; paid: number; delivered: number; byMonth: MonthRow[] }> {
      const [totals, months] = await Promise.all([store.totals(), store.byMonth(since)])
      const byMonth = months.map(({ val, euro, ...rest }) => ({
        ...rest,
        val: fromHundredths(val),
        euro: fromHundredths(euro),
      }))
      return { ...totals, byMonth }
    },
  }
}
