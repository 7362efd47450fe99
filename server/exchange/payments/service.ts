import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/base/errors.ts'
import { fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderedItem, OrderView, PaymentExport } from '#domain/exchange/orders.schema.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'
import type { QuotedItem } from '#server/exchange/orders/quote.ts'
import type { PaymentRow, PaymentsStore } from '#server/exchange/payments/store.ts'
import { type Stock, tellWaiting } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Progress, Transfer, WalletService } from '#server/val/wallet/service.ts'

/** A request sent within this time completes the order that the job placed for its payment. */
const REQUEST_WITHIN_MS = 24 * 60 * 60 * 1000

/** The job places the order of a payment within this time. */
export const ORDER_WITHIN_MS = 30 * 60 * 1000

export type WalletForPayments = WalletService
export type PaymentsParts = {
  store: PaymentsStore
  wallet: WalletForPayments
  stock: Stock
  idempotency: Idempotency
  now: () => Date
}
export type PaymentsService = ReturnType<typeof makePaymentsService>
/** A payment with the state of its transfer, and of the transfer back if there is one. */
export type Payment = PaymentRow & { transfer: Progress; giveBack: Progress | undefined }

/** Items sorted, so that their order does not matter. */
export const canonical = (items: OrderedItem[]): OrderedItem[] =>
  items.map(({ product, qty }) => ({ product, qty })).toSorted((one, other) => (one.product < other.product ? -1 : 1))

export const isFailed = ({ transfer }: Payment): boolean => transfer.state === 'failed'
export const isReturned = ({ giveBack }: Payment): boolean => giveBack !== undefined && giveBack.state !== 'failed'
/** Neither failed nor returned. */
export const isActive = (payment: Payment): boolean => !isFailed(payment) && !isReturned(payment)

export const stockOf = (items: readonly QuotedItem[]): { listingId: string; qty: number }[] =>
  items.flatMap(({ takesStock, listingId, qty }) => (takesStock && listingId ? [{ listingId, qty }] : []))

const STATUS_OF: Record<string, PaymentStatus> = { confirmed: 'confirmed', failed: 'failed' }
const statusOf = ({ state }: Progress): PaymentStatus => STATUS_OF[state] ?? 'pending'

/** Pending until the order is closed too, so that it cannot be paid in between. */
const returnStatusOf = ({ giveBack, isReturning }: Payment): PaymentStatus | null => {
  if (!giveBack) return null
  return isReturning && giveBack.state === 'confirmed' ? 'pending' : statusOf(giveBack)
}

/** Payments of orders and carts. The state of a transfer is always read from the wallet. */
export const makePaymentsService = ({ store, wallet, stock, idempotency, now }: PaymentsParts) => {
  const withProgress = async (rows: PaymentRow[], tx?: Queries): Promise<Payment[]> => {
    const ids = rows.flatMap(({ transferId, returnId }) => (returnId ? [transferId, returnId] : [transferId]))
    const progress = new Map((await wallet.progressOf(ids, tx)).map((each) => [each.id, each]))
    return rows.flatMap((row) => {
      const transfer = progress.get(row.transferId)
      return transfer ? [{ ...row, transfer, giveBack: row.returnId ? progress.get(row.returnId) : undefined }] : []
    })
  }
  const asOne = async (row: PaymentRow | undefined, tx?: Queries): Promise<Payment | undefined> =>
    row && (await withProgress([row], tx))[0]
  /** Puts back the stock that a payment holds. */
  const release = async (tx: Queries, { quote }: PaymentRow): Promise<void> => {
    const quantities = stockOf(quote?.items ?? [])
    await stock.putBack(tx, quantities, 'stock')
    await tellWaiting(tx, quantities)
  }
  const awaiting = async (
    payerId: string,
    items: OrderedItem[],
    tx?: Queries,
    options?: { lock: boolean },
  ): Promise<Payment | undefined> => {
    const within = { milliseconds: REQUEST_WITHIN_MS, now: now() }
    const rows = await store.awaiting(payerId, canonical(items), within, tx, options)
    return (await withProgress(rows, tx)).find(isActive)
  }

  async function* inBatches(read: (after?: string) => Promise<PaymentRow[]>): AsyncGenerator<Payment> {
    let after: string | undefined
    do {
      const rows = await read(after)
      yield* await withProgress(rows)
      after = rows.at(-1)?.id
    } while (after)
  }

  return {
    withProgress,
    find: async (id: string, tx?: Queries): Promise<Payment | undefined> => asOne(await store.find(id, tx), tx),
    lock: async (tx: Queries, id: string): Promise<Payment | undefined> => asOne(await store.lock(tx, id), tx),

    /** The payment of a cart whose request is about to be sent. */
    findPending: (payerId: string, items: OrderedItem[], tx?: Queries) => awaiting(payerId, items, tx),
    lockPending: (tx: Queries, payerId: string, items: OrderedItem[]) => awaiting(payerId, items, tx, { lock: true }),
    link: store.link,
    recordRequest: store.recordRequest,

    /** Records a failed transfer and puts the stock back, once. */
    async recordFailure(tx: Queries, id: string): Promise<void> {
      const row = await store.lock(tx, id)
      if (!row) return
      await store.recordFailure(tx, id)
      if (row.holdsStock) await release(tx, row)
    },

    /** Every payment of a cart without an order, oldest first. */
    withoutOrder: () => inBatches(store.withoutOrder),
    hasWithoutOrder: store.hasWithoutOrder,
    /** Every payment that is being given back, oldest first. */
    returning: () => inBatches(store.returning),
    hasReturning: store.hasReturning,
    recordReturnEnd: store.recordReturnEnd,

    /** Then the member cannot leave: the payment would be of nobody. */
    isWithoutOrder: store.isWithoutOrder,

    /** Payments are not erased: the other party keeps the record. */
    personalData: {
      tables: ['payment'],
      export: async ({ id }) => ({
        payments: (await withProgress(await store.ofMember(id))).map(
          (payment): PaymentExport => ({
            at: payment.createdAt.toISOString(),
            direction: payment.payerId === id ? 'out' : 'in',
            amount: fromHundredths(payment.amount),
            status: statusOf(payment.transfer),
            returned: isReturned(payment),
            order: payment.orderId,
          }),
        ),
      }),
    } satisfies PersonalData,

    /** The last payment of an order. */
    ofOrder: async (orderId: string, tx?: Queries): Promise<Payment | undefined> =>
      (await withProgress(await store.ofOrders([orderId], tx), tx))[0],

    /** Stores the payment of an order that exists, whose transfer is stored. */
    async addForOrder(
      tx: Queries,
      payment: { payerId: string; payeeId: string; orderId: string; amount: Hundredths; transferId: string },
    ): Promise<Payment> {
      const row = await store.add(tx, { ...payment, at: now() })
      return (await asOne(row, tx)) as Payment
    },

    byTransactions: store.byTransactions,

    recordTold: store.recordTold,
    /** The payer got the failure as the response: releases the idempotency key for another attempt. */
    async recordRefusal(tx: Queries, { id, payerId }: Payment): Promise<void> {
      await store.recordRefusal(tx, id, now())
      await idempotency.release(tx, payerId, id)
    },

    /** Returns a transfer from one member to another. Throws if one has no wallet or the balance is too low. */
    async prepare(payment: { payerId: string; payeeId: string; amount: number }, key: string): Promise<Transfer> {
      const [from, to] = [await wallet.findWallet(payment.payerId), await wallet.findAccount(payment.payeeId)]
      if (!from || !to) throw new AppError('conflict', ORDER_MESSAGES.withoutWallet)
      const transfer = { key: `${key}:${randomUUID()}`, from, to, amount: payment.amount }
      await wallet.refuseImpossible(transfer)
      return transfer
    },

    /** Records the stored transfer back of a locked payment, and puts back the stock that the payment holds. */
    async giveBack(tx: Queries, payment: Payment, returnId: string): Promise<Progress> {
      await store.recordReturn(tx, payment.id, returnId)
      if (payment.holdsStock) await release(tx, payment)
      return (await wallet.progressOf([returnId], tx))[0] as Progress
    },

    /** The payments of these orders, by order. */
    async ofOrders(orderIds: string[], tx?: Queries): Promise<Map<string, NonNullable<OrderView['payment']>>> {
      const payments = await withProgress(await store.ofOrders(orderIds, tx), tx)
      return new Map(
        payments.map((payment) => [
          payment.orderId ?? '',
          {
            status: statusOf(payment.transfer),
            amount: fromHundredths(payment.amount),
            at: payment.createdAt.toISOString(),
            returned: isReturned(payment),
            returnStatus: returnStatusOf(payment),
          },
        ]),
      )
    },
  }
}
