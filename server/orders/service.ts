import type { z } from 'zod'
import { FORMER_MEMBER } from '#domain/member-terms.ts'
import { fromHundredths } from '#domain/money.ts'
import type { OrderView } from '#domain/orders.ts'
import type { Queries } from '#server/db/connect.ts'
import type { MonthRow, OrderRow, OrdersStore } from '#server/orders/store.ts'

export type OrdersService = ReturnType<typeof makeOrdersService>

const toView = (row: OrderRow): z.infer<typeof OrderView> => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  user: { _id: row.buyerId, name: row.buyerName },
  seller: row.sellerId,
  shippingAddress: row.shippingAddress,
  orderItems: row.items.map((item) => ({
    ...item,
    priceVal: fromHundredths(item.priceVal),
    priceEuro: fromHundredths(item.priceEuro),
  })),
  paymentMethod: row.paymentMethod,
  itemsPriceVal: fromHundredths(row.itemsPriceVal),
  itemsPriceEuro: fromHundredths(row.itemsPriceEuro),
  shippingPrice: fromHundredths(row.shippingPrice),
  totalPriceVal: fromHundredths(row.totalPriceVal),
  totalPriceEuro: fromHundredths(row.totalPriceEuro),
  isPaid: row.paidAt !== null,
  paidAt: row.paidAt?.toISOString() ?? null,
  isDelivered: row.deliveredAt !== null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
})

const BLANK_ADDRESS = { fullName: FORMER_MEMBER, address: '', city: '', postalCode: '', country: '', phone: '' }

export const makeOrdersService = (store: OrdersStore) => ({
  ofMember: async (memberId: string) => (await store.ofMember(memberId)).map(toView),
  hasOpen: (sql: Queries, memberId: string): Promise<boolean> => store.hasOpen(sql, memberId),

  /** Whether a member has received what they ordered of a listing. */
  hasDelivered: (buyerId: string, listingId: string): Promise<boolean> => store.hasDelivered(buyerId, listingId),

  /** Which of these pictures an order still shows. */
  picturesKept: async (urls: string[]): Promise<ReadonlySet<string>> =>
    new Set((await store.picturesAmong(urls)).map(({ image }) => image)),

  /** What was exchanged stays written for the other party; where it was sent does not. */
  forgetAddresses: (sql: Queries, memberId: string): Promise<void> =>
    store.blankAddresses(sql, memberId, BLANK_ADDRESS),

  async figures(since: Date): Promise<{ total: number; paid: number; delivered: number; byMonth: MonthRow[] }> {
    const [totals, months] = await Promise.all([store.totals(), store.byMonth(since)])
    const byMonth = months.map(({ val, euro, ...rest }) => ({
      ...rest,
      val: fromHundredths(val),
      euro: fromHundredths(euro),
    }))
    return { ...totals, byMonth }
  },
})
