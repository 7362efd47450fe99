import type { Database, Queries } from '#server/db/connect.ts'

type OrderedItemRow = {
  name: string
  image: string
  product: string | null
  qty: number
  priceVal: number
  priceEuro: number
}
export type ShippingRow = {
  fullName: string
  address: string
  city: string
  postalCode: string
  country: string
  phone: string
}
export type OrderRow = {
  id: string
  createdAt: Date
  buyerId: string
  buyerName: string
  sellerId: string
  shippingAddress: ShippingRow | null
  items: OrderedItemRow[]
  paymentMethod: string
  itemsPriceVal: number
  itemsPriceEuro: number
  shippingPrice: number
  totalPriceVal: number
  totalPriceEuro: number
  paidAt: Date | null
  deliveredAt: Date | null
}
export type MonthRow = { month: string; placed: number; val: number; euro: number }

export type OrdersStore = ReturnType<typeof makeOrdersStore>

export const makeOrdersStore = (db: Database) => {
  const columns = db`
    o.id, o.created_at as "createdAt", o.buyer_id as "buyerId", m.username as "buyerName", o.seller_id as "sellerId",
    o.shipping_address as "shippingAddress", o.payment_method as "paymentMethod", o.items_price_val as "itemsPriceVal",
    o.items_price_euro as "itemsPriceEuro", o.shipping_price as "shippingPrice", o.total_price_val as "totalPriceVal",
    o.total_price_euro as "totalPriceEuro", o.paid_at as "paidAt", o.delivered_at as "deliveredAt",
    (select coalesce(json_agg(json_build_object('name', i.name, 'image', i.image, 'product', i.listing_id, 'qty', i.qty,
        'priceVal', i.price_val, 'priceEuro', i.price_euro) order by i.position), '[]')
      from order_item i where i.order_id = o.id) as items`
  return {
    /** Orders that a member placed or received, newest first. */
    ofMember: (memberId: string): Promise<OrderRow[]> => db<OrderRow[]>`
      select ${columns} from orders o join member m on m.id = o.buyer_id
      where o.buyer_id = ${memberId} or o.seller_id = ${memberId} order by o.number desc`,

    async hasOpen(sql: Queries, memberId: string): Promise<boolean> {
      const [row] = await sql<{ open: boolean }[]>`
        select exists (select from orders
          where (buyer_id = ${memberId} or seller_id = ${memberId}) and delivered_at is null) as open`
      return row?.open === true
    },

    async hasDelivered(buyerId: string, listingId: string): Promise<boolean> {
      const [row] = await db<{ there: boolean }[]>`
        select exists (select from order_item i join orders o on o.id = i.order_id
          where i.listing_id = ${listingId} and o.buyer_id = ${buyerId} and o.delivered_at is not null) as there`
      return row?.there === true
    },

    picturesAmong: (urls: string[]): Promise<{ image: string }[]> => db<{ image: string }[]>`
      select distinct image from order_item where image = any(${urls}) and image <> ''`,

    /** Takes name and address out of what a member once had sent to them. */
    async blankAddresses(sql: Queries, buyerId: string, blank: ShippingRow): Promise<void> {
      await sql`update orders set shipping_address = ${sql.json(blank)}
        where buyer_id = ${buyerId} and delivered_at is not null and shipping_address is not null`
    },

    async totals(): Promise<{ total: number; paid: number; delivered: number }> {
      const [row] = await db<{ total: number; paid: number; delivered: number }[]>`
        select count(*) as total, count(paid_at) as paid, count(delivered_at) as delivered from orders`
      return row ?? { total: 0, paid: 0, delivered: 0 }
    },

    /** Months without anything are not in it. */
    byMonth: (since: Date): Promise<MonthRow[]> => db<MonthRow[]>`
      select month, sum(placed)::bigint as placed, sum(val)::bigint as val, sum(euro)::bigint as euro
      from (
        select to_char(created_at at time zone 'Europe/Rome', 'YYYY-MM') as month, 1 as placed, 0 as val, 0 as euro
        from orders where created_at >= ${since}
        union all
        select to_char(paid_at at time zone 'Europe/Rome', 'YYYY-MM'), 0, total_price_val, total_price_euro
        from orders where paid_at >= ${since}
      ) as happened
      group by month`,
  }
}
