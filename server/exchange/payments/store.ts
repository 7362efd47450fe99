import type { OrderedItem } from '#domain/exchange/orders.schema.ts'
import type { Quote } from '#server/exchange/orders/quote.ts'
import { ago, type Within } from '#server/platform/db/clocks.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

export type PaymentRow = {
  id: string
  payerId: string
  payeeId: string
  amount: number
  items: OrderedItem[] | null
  quote: Quote | null
  holdsStock: boolean
  transferId: string
  returnId: string | null
  isReturning: boolean
  orderId: string | null
  createdAt: Date
  toldAt: Date | null
  /** The payer got the failure as the response. */
  failureTold: boolean
}
export type NewPayment = {
  payerId: string
  payeeId: string
  amount: number
  /** Set if the payment is for a cart. The caller has already taken its stock. */
  cart?: { items: OrderedItem[]; quote: Quote }
  orderId?: string
  transferId: string
  at: Date
}

export type PaymentsStore = ReturnType<typeof makePaymentsStore>

const MAX_AWAITING = 5
const BATCH = 100
/** Sorts before every id; ids sort by time of creation. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

export const makePaymentsStore = (db: Database) => {
  const columns = sql`
    id, payer_id as "payerId", payee_id as "payeeId", amount, items, quote, holds_stock as "holdsStock",
    transfer_id as "transferId", return_id as "returnId", is_returning as "isReturning", order_id as "orderId", created_at as "createdAt",
    told_at as "toldAt", failure_told as "failureTold"`
  const isWithoutOrder = sql`order_id is null and quote is not null and return_id is null`

  return {
    transaction: db.transaction,

    find: (id: string, tx: Queries = db): Promise<PaymentRow | undefined> =>
      tx.first<PaymentRow>(sql`select ${columns} from payment where id = ${id}`),

    lock: (tx: Queries, id: string): Promise<PaymentRow | undefined> =>
      tx.first<PaymentRow>(sql`select ${columns} from payment where id = ${id} for update`),

    findRecent: (
      payerId: string,
      items: OrderedItem[],
      within: Within,
      tx: Queries = db,
    ): Promise<PaymentRow | undefined> =>
      tx.first<PaymentRow>(sql`
        select ${columns} from payment
        where payer_id = ${payerId} and created_at > ${ago(within)} and items = ${JSON.stringify(items)}
          and not failure_told and return_id is null
        order by created_at desc limit 1`),

    async add(tx: Queries, payment: NewPayment): Promise<PaymentRow> {
      const { payerId, payeeId, amount, cart, orderId, transferId, at } = payment
      const row = await tx.first<PaymentRow>(sql`
        insert into payment (payer_id, payee_id, amount, items, quote, holds_stock, awaits_request, transfer_id,
          order_id, created_at)
        values (${payerId}, ${payeeId}, ${amount}, ${cart ? JSON.stringify(cart.items) : null},
          ${cart ? JSON.stringify(cart.quote) : null}, ${cart !== undefined}, ${cart !== undefined}, ${transferId},
          ${orderId ?? null}, ${at})
        returning ${columns}`)
      return row as PaymentRow
    },

    /**
     * Payments of a cart whose request has not been sent, newest first. Those that already have an order are included only if
     * made within that time. The items must be sorted by id.
     */
    awaiting: (
      payerId: string,
      items: OrderedItem[],
      within: Within,
      tx: Queries = db,
      { lock = false } = {},
    ): Promise<PaymentRow[]> =>
      tx.query<PaymentRow>(sql`
        select ${columns} from payment
        where payer_id = ${payerId} and awaits_request and items = ${JSON.stringify(items)}
          and (order_id is null or created_at > ${ago(within)})
        order by created_at desc limit ${MAX_AWAITING} ${lock ? sql`for update` : empty}`),

    /** From now on the order holds the stock. `toldAt` is set if the mails of the order say that the transfer is confirmed. */
    async link(tx: Queries, id: string, orderId: string, toldAt: Date | null): Promise<void> {
      await tx.execute(sql`
        update payment set order_id = ${orderId}, quote = null, holds_stock = false, told_at = ${toldAt}
        where id = ${id}`)
    },

    async recordRequest(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update payment set awaits_request = false where id = ${id}`)
    },

    async recordFailure(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`
        update payment set quote = null, holds_stock = false, awaits_request = false where id = ${id}`)
    },

    async recordTold(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update payment set told_at = ${at} where id = ${id}`)
    },

    /** The payer got the failure as the response. For a cart the payee is still to be notified of the failure. */
    async recordRefusal(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`
        update payment set failure_told = true,
          told_at = case when items is null then ${at}::timestamptz else told_at end
        where id = ${id}`)
    },

    async recordReturn(tx: Queries, id: string, returnId: string): Promise<void> {
      await tx.execute(sql`
        update payment set return_id = ${returnId}, is_returning = true, holds_stock = false, awaits_request = false
        where id = ${id}`)
    },

    /** If the transfer back failed, a request can still be sent for a payment without an order. */
    async recordReturnEnd(tx: Queries, id: string, { hasFailed }: { hasFailed: boolean }): Promise<void> {
      await tx.execute(sql`
        update payment set is_returning = false, awaits_request = ${hasFailed} and order_id is null,
          quote = case when ${hasFailed} then quote end
        where id = ${id}`)
    },

    /** A batch of the payments whose transfer back is not settled, oldest first. */
    returning: (after = NO_ID): Promise<PaymentRow[]> =>
      db.query<PaymentRow>(sql`
        select ${columns} from payment where is_returning and id > ${after} order by id limit ${BATCH}`),

    /** A batch of the payments of a cart without an order, oldest first. */
    withoutOrder: (after = NO_ID): Promise<PaymentRow[]> =>
      db.query<PaymentRow>(sql`
        select ${columns} from payment
        where ${isWithoutOrder} and id > ${after}
        order by id limit ${BATCH}`),

    hasWithoutOrder: sql`exists (select from payment where ${isWithoutOrder})`,
    hasReturning: sql`exists (select from payment where is_returning)`,

    /** Whether a payment from or to a member has no order yet. */
    async isWithoutOrder(tx: Queries, memberId: string): Promise<boolean> {
      const rows = await tx.query(sql`
        select from payment
        where ${isWithoutOrder} and (payer_id = ${memberId} or payee_id = ${memberId}) limit 1`)
      return rows.length > 0
    },

    /** Payments without an order made before that time: all, or those of a member; newest first. */
    withoutOrderBefore: (before: Date, memberId: string | undefined): Promise<PaymentRow[]> =>
      db.query<PaymentRow>(sql`
        select ${columns} from payment
        where order_id is null and quote is not null and created_at < ${before}
          ${memberId ? sql`and (payer_id = ${memberId} or payee_id = ${memberId})` : empty}
        order by created_at desc limit ${BATCH}`),

    /** All payments from or to a member, newest first. */
    ofMember: (memberId: string): Promise<PaymentRow[]> =>
      db.query<PaymentRow>(sql`
        select ${columns} from payment where payer_id = ${memberId} or payee_id = ${memberId}
        order by created_at desc, id desc`),

    /** The payments made or given back by these transactions. */
    byTransactions: (ids: string[]): Promise<PaymentRow[]> =>
      db.query<PaymentRow>(sql`
        select ${columns} from payment where transfer_id = any(${ids}::uuid[]) or return_id = any(${ids}::uuid[])`),

    /** The last payment of each order. */
    ofOrders: (orderIds: string[], tx: Queries = db): Promise<PaymentRow[]> =>
      tx.query<PaymentRow>(sql`
        select distinct on (order_id) ${columns} from payment where order_id = any(${orderIds}::uuid[])
        order by order_id, created_at desc, id desc`),
  }
}
