import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { fromHundredths } from '#domain/money.ts'
import type { OrderedItem, OrderView, PaymentRequest, PaymentResult } from '#domain/orders.schema.ts'
import { ORDER_MESSAGES, type PaymentStatus } from '#domain/orders.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Limits } from '#server/limits/service.ts'
import type { Stock } from '#server/listings/stock.ts'
import { quote } from '#server/orders/quote.ts'
import type { Exchange, PaymentRow, PaymentsStore } from '#server/payments/store.ts'
import { CHAIN_WAIT_MS } from '#server/timeouts.ts'
import type { MemberWallet, WalletService } from '#server/wallet/service.ts'

const MINUTE_MS = 60_000
const SAME_WITHIN_MS = 10 * MINUTE_MS
/** An order is linked to a payment made within this time before it. */
const ORDER_WITHIN_MS = 24 * 60 * MINUTE_MS

export type WalletForPayments = Pick<
  WalletService,
  'findWallet' | 'findAccount' | 'refuseImpossible' | 'intend' | 'sendAndWait' | 'progressOf'
>
export type PaymentsParts = {
  store: PaymentsStore
  wallet: WalletForPayments
  stock: Pick<Stock, 'read'>
  limits: Limits
  now: () => Date
}
export type PaymentsService = ReturnType<typeof makePaymentsService>

type Attempt = { buyer: Member; ownWallet: MemberWallet; items: OrderedItem[]; key: string | undefined }

/** Items sorted, so that their order does not matter. */
const canonical = (items: OrderedItem[]): OrderedItem[] =>
  items.map(({ product, qty }) => ({ product, qty })).toSorted((one, other) => (one.product < other.product ? -1 : 1))

const STATUS_OF: Record<string, PaymentStatus> = { confirmed: 'confirmed', failed: 'failed' }

export const makePaymentsService = ({ store, wallet, stock, limits, now }: PaymentsParts) => {
  const since = (milliseconds: number) => new Date(now().getTime() - milliseconds)

  /** The earlier payment that this request repeats, unless it failed. */
  const findSame = async ({ buyer, items, key }: Attempt, tx?: Queries): Promise<PaymentRow | undefined> => {
    const found =
      key === undefined
        ? await store.findRecent(buyer.id, items, since(SAME_WITHIN_MS), tx)
        : await store.findByKey(buyer.id, key, tx)
    if (!found) return undefined
    if (!isDeepStrictEqual(found.items, items)) throw new AppError('conflict', MESSAGES.idempotencyKeyReused)
    const [progress] = await wallet.progressOf([found.transferId], tx)
    return progress?.state === 'failed' ? undefined : found
  }

  /** Stores the payment and its transfer in one transaction. */
  const begin = async (attempt: Attempt): Promise<PaymentRow> => {
    const { buyer, ownWallet, items, key } = attempt
    const listings = await stock.read(items.map(({ product }) => product))
    const { sellerId, totals } = quote(items, listings, buyer, now())
    const amount = totals.totalPriceVal
    if (amount === 0) throw new AppError('invalid', ORDER_MESSAGES.nothingToPay)
    const to = await wallet.findAccount(sellerId)
    if (!to) throw new AppError('conflict', ORDER_MESSAGES.sellerWithoutWallet)
    const transfer = { key: `payment:${randomUUID()}`, from: ownWallet, to, amount }
    await wallet.refuseImpossible(transfer)
    return store.transaction(async (tx) => {
      await store.lockBuyer(tx, buyer.id)
      const same = await findSame(attempt, tx)
      if (same) return same
      if (key !== undefined) await store.releaseKey(tx, buyer.id, key)
      const transferId = await wallet.intend(transfer, tx)
      const unique = key ?? transfer.key
      return store.add(tx, { buyerId: buyer.id, sellerId, key: unique, amount, items, transferId, at: now() })
    })
  }

  return {
    async pay(buyer: Member, { account, item }: PaymentRequest, key: string | undefined): Promise<PaymentResult> {
      const deadline = Date.now() + CHAIN_WAIT_MS
      await limits.take('payment', buyer.id)
      const ownWallet = await wallet.findWallet(buyer.id)
      if (!ownWallet) throw new AppError('notFound', MESSAGES.walletNotFound)
      if (ownWallet.account.toLowerCase() !== account.toLowerCase())
        throw new AppError('forbidden', ORDER_MESSAGES.notYourWallet)
      const attempt = { buyer, ownWallet, items: canonical(item), key: key && `key:${key}` }
      const payment = (await findSame(attempt)) ?? (await begin(attempt))
      const { state, failure, hash, from, to } = await wallet.sendAndWait(payment.transferId, deadline - Date.now())
      if (state === 'failed') throw new AppError('conflict', failure)
      const status = state === 'confirmed' ? 'confirmed' : 'pending'
      return { status, transactionHash: hash ?? '', from, to, amount: fromHundredths(payment.amount) }
    },

    /** Links an order to the payment made before it for the same items between the same members. */
    async linkTo(tx: Queries, orderId: string, exchange: Exchange): Promise<void> {
      const items = canonical(exchange.items)
      const candidates = await store.unlinked(tx, { ...exchange, items }, since(ORDER_WITHIN_MS))
      const ids = candidates.map(({ transferId }) => transferId)
      const progress = await wallet.progressOf(ids, tx)
      const failed = new Set(progress.filter(({ state }) => state === 'failed').map(({ id }) => id))
      const payment = candidates.find(({ transferId }) => !failed.has(transferId))
      if (payment) await store.link(tx, payment.id, orderId)
    },

    /** The payments of these orders, by order. */
    async ofOrders(orderIds: string[], tx?: Queries): Promise<Map<string, NonNullable<OrderView['payment']>>> {
      const rows = await store.ofOrders(orderIds, tx)
      const progress = await wallet.progressOf(
        rows.map(({ transferId }) => transferId),
        tx,
      )
      const byTransfer = new Map(progress.map((each) => [each.id, each]))
      return new Map(
        rows.map(({ orderId, transferId, amount }) => {
          const { state = '', hash = null } = byTransfer.get(transferId) ?? {}
          const status = STATUS_OF[state] ?? 'pending'
          return [orderId, { status, transactionHash: hash ?? '', amount: fromHundredths(amount), returned: false }]
        }),
      )
    },
  }
}
