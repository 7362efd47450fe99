import type { OrderState } from '#domain/exchange/orders.ts'
import type { Section } from '#domain/market/listings.ts'
import { limitTo } from '#server/platform/db/long-list.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Prices in hundredths. */
export type OrderExportRow = {
  number: number
  id: string
  kind: Section
  state: OrderState
  createdAt: Date
  buyer: string
  seller: string
  /** Such as `2 × Pane, 1 × Miele`. */
  items: string
  totalVal: number
  totalEuro: number
  agreedAt: Date | null
  paidAt: Date | null
  deliveredAt: Date | null
  concludedAt: Date | null
  cancelledAt: Date | null
  expiredAt: Date | null
}

export const makeOrderExportStore = (db: Database) => ({
  /** The orders after this number, in ascending order. */
  ordersAfter: (number: number, size: number): Promise<OrderExportRow[]> =>
    db.query<OrderExportRow>(sql`
      select o.number, o.id, o.kind, o.state, o.created_at as "createdAt", b.username as buyer, s.username as seller,
        (select coalesce(string_agg(i.qty || ' × ' || i.name, ', ' order by i.position), '') from order_item i
          where i.order_id = o.id) as items,
        o.total_price_val as "totalVal", o.total_price_euro as "totalEuro", o.agreed_at as "agreedAt",
        o.paid_at as "paidAt", o.delivered_at as "deliveredAt", o.concluded_at as "concludedAt",
        o.cancelled_at as "cancelledAt", o.expired_at as "expiredAt"
      from (select * from orders where number > ${number} order by number ${limitTo(size)}) as o
      join member b on b.id = o.buyer_id join member s on s.id = o.seller_id order by o.number`),
})
