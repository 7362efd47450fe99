import type { OrderState } from '#domain/orders.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import type { Quote } from '#server/orders/quote.ts'
import type { ShippingRow } from '#server/orders/store.ts'

export type NewOrder = Quote & {
  buyerId: string
  shippingAddress: ShippingRow | null
  paymentMethod: string
  key: string | undefined
  at: Date
}
export type OrderLetter = 'notified' | 'secondMail'

export type ChangeStore = ReturnType<typeof makeChangeStore>

/** What changes orders. Each step finds the order in the state it starts from, or does nothing. */
export const makeChangeStore = (db: Database) => {
  const inState: Record<OrderState, ReturnType<typeof db>> = {
    unpaid: db`paid_at is null`,
    paid: db`paid_at is not null and delivered_at is null`,
    delivered: db`delivered_at is not null`,
  }
  const momentOf: Record<'paid' | 'delivered' | OrderLetter, ReturnType<typeof db>> = {
    paid: db`paid_at`,
    delivered: db`delivered_at`,
    notified: db`notified_at`,
    secondMail: db`second_mail_at`,
  }

  return {
    transaction: <T>(work: (sql: Queries) => Promise<T>) => db.begin(work) as Promise<T>,

    async findByKey(buyerId: string, key: string, sql: Queries = db): Promise<string | undefined> {
      const [row] = await sql<{ id: string }[]>`
        select id from orders where buyer_id = ${buyerId} and request_key = ${key}`
      return row?.id
    },

    async add(sql: Queries, order: NewOrder): Promise<string> {
      const { totals } = order
      const [row] = await sql<{ id: string }[]>`
        insert into orders (buyer_id, seller_id, shipping_address, payment_method, items_price_val, items_price_euro,
          shipping_price, total_price_val, total_price_euro, request_key, created_at)
        values (${order.buyerId}, ${order.sellerId}, ${order.shippingAddress && sql.json(order.shippingAddress)},
          ${order.paymentMethod}, ${totals.itemsPriceVal}, ${totals.itemsPriceEuro}, ${totals.shippingPrice},
          ${totals.totalPriceVal}, ${totals.totalPriceEuro}, ${order.key ?? null}, ${order.at})
        returning id`
      const id = row?.id ?? ''
      const items = order.items.map((item, index) => ({
        order_id: id,
        position: index + 1,
        listing_id: item.listingId,
        name: item.name,
        image: item.image,
        qty: item.qty,
        price_val: item.priceVal,
        price_euro: item.priceEuro,
        takes_stock: item.takesStock,
      }))
      await sql`insert into order_item ${sql(items)}`
      return id
    },

    /** Moves an order on; false when it was not where the step starts. */
    async advance(id: string, from: OrderState, to: 'paid' | 'delivered', at: Date): Promise<boolean> {
      const { count } = await db`update orders set ${momentOf[to]} = ${at} where id = ${id} and ${inState[from]}`
      return count > 0
    },

    /** Takes an order away, if it is in that state; answers the stock that it held, or undefined. */
    async remove(
      sql: Queries,
      id: string,
      from: OrderState,
    ): Promise<{ listingId: string; qty: number }[] | undefined> {
      const [found] = await sql`select from orders where id = ${id} and ${inState[from]} for update`
      if (!found) return undefined
      const held = await sql<{ listingId: string; qty: number }[]>`
        select listing_id as "listingId", qty from order_item
        where order_id = ${id} and takes_stock and listing_id is not null`
      await sql`delete from orders where id = ${id}`
      return held
    },

    /** Notes that a letter about an order is being sent; false when one was before. */
    async noteLetter(sql: Queries, id: string, letter: OrderLetter, at: Date): Promise<boolean> {
      const column = momentOf[letter]
      const { count } = await sql`update orders set ${column} = ${at} where id = ${id} and ${column} is null`
      return count > 0
    },
  }
}
