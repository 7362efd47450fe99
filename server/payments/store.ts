import type { OrderedItem } from '#domain/orders.schema.ts'
import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

export type PaymentRow = { id: string; transferId: string; amount: number; items: OrderedItem[] }
export type Exchange = { buyerId: string; sellerId: string; items: OrderedItem[] }
export type NewPayment = Exchange & Pick<PaymentRow, 'transferId' | 'amount'> & { key: string; at: Date }

export type PaymentsStore = ReturnType<typeof makePaymentsStore>

const CONSIDERED = 5

/** Items are sorted by id. */
export const makePaymentsStore = (db: Database) => {
  const columns = sql`id, transfer_id as "transferId", amount, items`
  return {
    transaction: <T>(work: (tx: Queries) => Promise<T>) => db.transaction(work),

    /** Serialises the payments of a buyer, in all instances of the server. */
    async lockBuyer(tx: Queries, buyerId: string): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payment ' || ${buyerId}::text, 0))`)
    },

    findByKey: (buyerId: string, key: string, tx: Queries = db): Promise<PaymentRow | undefined> =>
      tx.first<PaymentRow>(sql`
        select ${columns} from payment where buyer_id = ${buyerId} and key = ${key}`),

    findRecent: (
      buyerId: string,
      items: OrderedItem[],
      since: Date,
      tx: Queries = db,
    ): Promise<PaymentRow | undefined> =>
      tx.first<PaymentRow>(sql`
        select ${columns} from payment
        where buyer_id = ${buyerId} and created_at > ${since} and items = ${JSON.stringify(items)}
        order by created_at desc limit 1`),

    async add(tx: Queries, payment: NewPayment): Promise<PaymentRow> {
      const { buyerId, sellerId, key, amount, items, transferId, at } = payment
      const row = await tx.first<PaymentRow>(sql`
        insert into payment (buyer_id, seller_id, key, amount, items, transfer_id, created_at)
        values (${buyerId}, ${sellerId}, ${key}, ${amount}, ${JSON.stringify(items)}, ${transferId}, ${at})
        returning ${columns}`)
      return row as PaymentRow
    },

    /** The key of a failed payment may be used again. */
    async releaseKey(tx: Queries, buyerId: string, key: string): Promise<void> {
      await tx.execute(sql`update payment set key = id::text where buyer_id = ${buyerId} and key = ${key}`)
    },

    /** Payments for the same items not linked to an order yet, newest first. */
    unlinked: (tx: Queries, { buyerId, sellerId, items }: Exchange, since: Date): Promise<PaymentRow[]> =>
      tx.query<PaymentRow>(sql`
      select ${columns} from payment
      where buyer_id = ${buyerId} and seller_id = ${sellerId} and order_id is null and created_at > ${since}
        and items = ${JSON.stringify(items)}
      order by created_at desc limit ${CONSIDERED} for update skip locked`),

    async link(tx: Queries, id: string, orderId: string): Promise<void> {
      await tx.execute(sql`update payment set order_id = ${orderId} where id = ${id}`)
    },

    ofOrders: (orderIds: string[], tx: Queries = db): Promise<(PaymentRow & { orderId: string })[]> =>
      tx.query<PaymentRow & { orderId: string }>(sql`
      select ${columns}, order_id as "orderId" from payment where order_id = any(${orderIds}::uuid[])`),
  }
}
