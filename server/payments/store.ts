import type { OrderedItem } from '#domain/orders.schema.ts'
import type { Database, Queries } from '#server/db/connect.ts'

export type PaymentRow = { id: string; transferId: string; amount: number; items: OrderedItem[] }
export type NewPayment = {
  buyerId: string
  sellerId: string
  key: string
  amount: number
  items: OrderedItem[]
  transferId: string
  at: Date
}
export type Exchange = { buyerId: string; sellerId: string; items: OrderedItem[] }

export type PaymentsStore = ReturnType<typeof makePaymentsStore>

const CONSIDERED = 5

/** Items come in their canonical form: in the order of their ids. */
export const makePaymentsStore = (db: Database) => {
  const columns = db`id, transfer_id as "transferId", amount, items`
  return {
    transaction: <T>(work: (sql: Queries) => Promise<T>) => db.begin(work) as Promise<T>,

    /** One after the other for each buyer, whichever copy of the server they ask. */
    async takeTurn(sql: Queries, buyerId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('payment ' || ${buyerId}::text, 0))`
    },

    async findByKey(buyerId: string, key: string, sql: Queries = db): Promise<PaymentRow | undefined> {
      const [row] = await sql<PaymentRow[]>`
        select ${columns} from payment where buyer_id = ${buyerId} and key = ${key}`
      return row
    },

    async findRecent(
      buyerId: string,
      items: OrderedItem[],
      since: Date,
      sql: Queries = db,
    ): Promise<PaymentRow | undefined> {
      const [row] = await sql<PaymentRow[]>`
        select ${columns} from payment
        where buyer_id = ${buyerId} and created_at > ${since} and items = ${sql.json(items)}
        order by created_at desc limit 1`
      return row
    },

    async add(sql: Queries, payment: NewPayment): Promise<PaymentRow> {
      const { buyerId, sellerId, key, amount, items, transferId, at } = payment
      const [row] = await sql<PaymentRow[]>`
        insert into payment (buyer_id, seller_id, key, amount, items, transfer_id, created_at)
        values (${buyerId}, ${sellerId}, ${key}, ${amount}, ${sql.json(items)}, ${transferId}, ${at})
        returning ${columns}`
      return row as PaymentRow
    },

    /** What failed moved nothing: its key may be used again. */
    async releaseKey(sql: Queries, buyerId: string, key: string): Promise<void> {
      await sql`update payment set key = id::text where buyer_id = ${buyerId} and key = ${key}`
    },

    /** Payments for the same things that no order has followed yet, newest first. */
    unlinked: (sql: Queries, { buyerId, sellerId, items }: Exchange, since: Date): Promise<PaymentRow[]> => sql<
      PaymentRow[]
    >`
      select ${columns} from payment
      where buyer_id = ${buyerId} and seller_id = ${sellerId} and order_id is null and created_at > ${since}
        and items = ${sql.json(items)}
      order by created_at desc limit ${CONSIDERED} for update skip locked`,

    async link(sql: Queries, id: string, orderId: string): Promise<void> {
      await sql`update payment set order_id = ${orderId} where id = ${id}`
    },

    ofOrders: (orderIds: string[]): Promise<(PaymentRow & { orderId: string })[]> => db<
      (PaymentRow & { orderId: string })[]
    >`
      select ${columns}, order_id as "orderId" from payment where order_id = any(${orderIds}::uuid[])`,
  }
}
