import type { OrderState } from '#domain/orders.ts'
import type { Database, Queries } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { Quote } from '#server/orders/quote.ts'
import type { StoredAddress } from '#server/orders/store.ts'

export type NewOrder = Quote & {
  buyerId: string
  shippingAddress: StoredAddress | null
  paymentMethod: string
  key: string | undefined
  at: Date
}
export type OrderMail = 'notified' | 'secondMail'

export type ChangeStore = ReturnType<typeof makeChangeStore>

/** Writes orders. A step changes nothing unless the order is in the state from which it starts. */
export const makeChangeStore = (db: Database) => {
  const inState: Record<OrderState, Sql> = {
    unpaid: sql`paid_at is null`,
    paid: sql`paid_at is not null and delivered_at is null`,
    delivered: sql`delivered_at is not null`,
  }
  const columnOf: Record<'paid' | 'delivered' | OrderMail, Sql> = {
    paid: sql`paid_at`,
    delivered: sql`delivered_at`,
    notified: sql`notified_at`,
    secondMail: sql`second_mail_at`,
  }

  return {
    transaction: <T>(work: (tx: Queries) => Promise<T>) => db.transaction(work),

    async findByKey(buyerId: string, key: string, tx: Queries = db): Promise<string | undefined> {
      const row = await tx.first<{ id: string }>(sql`
        select id from orders where buyer_id = ${buyerId} and request_key = ${key}`)
      return row?.id
    },

    async add(tx: Queries, order: NewOrder): Promise<string> {
      const { totals } = order
      const row = await tx.first<{ id: string }>(sql`
        insert into orders (buyer_id, seller_id, shipping_address, payment_method, items_price_val, items_price_euro,
          shipping_price, total_price_val, total_price_euro, request_key, created_at)
        values (${order.buyerId}, ${order.sellerId}, ${order.shippingAddress && JSON.stringify(order.shippingAddress)},
          ${order.paymentMethod}, ${totals.itemsPriceVal}, ${totals.itemsPriceEuro}, ${totals.shippingPrice},
          ${totals.totalPriceVal}, ${totals.totalPriceEuro}, ${order.key ?? null}, ${order.at})
        returning id`)
      const id = row?.id ?? ''
      const items = order.items.map((item, index) => ({ ...item, position: index + 1 }))
      await tx.execute(sql`
        insert into order_item (order_id, position, listing_id, name, image, qty, price_val, price_euro, takes_stock)
        select ${id}, i.position, i."listingId", i.name, i.image, i.qty, i."priceVal", i."priceEuro", i."takesStock"
        from jsonb_to_recordset(${JSON.stringify(items)}) as i (position smallint, "listingId" uuid, name text, image text,
          qty integer, "priceVal" integer, "priceEuro" integer, "takesStock" boolean)`)
      return id
    },

    /** False if the order was not in state `from`. */
    async advance(id: string, from: OrderState, to: 'paid' | 'delivered', at: Date): Promise<boolean> {
      const count = await db.execute(
        sql`update orders set ${columnOf[to]} = ${at} where id = ${id} and ${inState[from]}`,
      )
      return count > 0
    },

    /** Deletes an order in state `from` and returns the stock it held; undefined if it was in another state. */
    async remove(tx: Queries, id: string, from: OrderState): Promise<{ listingId: string; qty: number }[] | undefined> {
      const found = await tx.first(sql`select from orders where id = ${id} and ${inState[from]} for update`)
      if (!found) return undefined
      const held = await tx.query<{ listingId: string; qty: number }>(sql`
        select listing_id as "listingId", qty from order_item
        where order_id = ${id} and takes_stock and listing_id is not null`)
      await tx.execute(sql`delete from orders where id = ${id}`)
      return held
    },

    /** Records that a mail about an order is sent; false if it was recorded before. */
    async recordMail(tx: Queries, id: string, mail: OrderMail, at: Date): Promise<boolean> {
      const column = columnOf[mail]
      const count = await tx.execute(sql`update orders set ${column} = ${at} where id = ${id} and ${column} is null`)
      return count > 0
    },
  }
}
