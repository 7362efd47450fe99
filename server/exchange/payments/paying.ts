import type { Member } from '#domain/accounts/access.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { Expected, OrderedItem, PaymentRequest } from '#domain/exchange/orders.schema.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { assertExpected } from '#server/exchange/orders/expected.ts'
import { type Quote, quote } from '#server/exchange/orders/quote.ts'
import { canonical, type Payment, type PaymentsService, stockOf } from '#server/exchange/payments/service.ts'
import type { PaymentsStore } from '#server/exchange/payments/store.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency, Once } from '#server/platform/idempotency/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Approved, Spending } from '#server/val/spending/service.ts'
import { type Sending, startTimer, type Timer } from '#server/val/wallet/sending.ts'
import type { Transfer, WalletService } from '#server/val/wallet/service.ts'

const SAME_WITHIN_MS = 10 * 60_000

type Parts = {
  store: PaymentsStore
  payments: PaymentsService
  sending: Sending
  spending: Spending
  wallet: WalletService
  members: MembersService
  stock: Stock
  blocks: Blocks
  limits: Limits
  idempotency: Idempotency
  now: () => Date
}
type Attempt = {
  payer: Member
  items: OrderedItem[]
  expected: Expected | undefined
  proof: Proof
  key: string | undefined
  once: Once<Payment>
}
type Payable = Quote & { payee: string }
type Prepared = { ownerId: string; approved: Approved; prepared: Transfer }

/** Pays for a cart before its request is sent. The transfer, the taken stock and the items are stored in one transaction. */
export const makePaying = (parts: Parts) => {
  const { store, payments, sending, wallet, members, stock, blocks, spending, limits, idempotency, now } = parts

  /** Without an idempotency key, the same items within a few minutes count as the same payment. */
  const findRecent = async ({ payer, items, key }: Attempt, tx?: Queries): Promise<Payment | undefined> => {
    if (key !== undefined) return undefined
    const within = { milliseconds: SAME_WITHIN_MS, now: now() }
    const found = await store.findRecent(payer.id, items, within, tx)
    return found && (await payments.withProgress([found], tx))[0]
  }

  const assertPayable: (quoted: Quote, attempt: Attempt) => asserts quoted is Payable = (quoted, attempt) => {
    if (quoted.payee === attempt.payer.id) throw new AppError('invalid', ORDER_MESSAGES.ownerPays)
    if (!quoted.payee || quoted.totals.totalPriceVal === 0) throw new AppError('invalid', ORDER_MESSAGES.nothingToPay)
    assertExpected(attempt.expected, quoted.totals)
  }

  /** Locks members before listings. */
  const write = async (tx: Queries, attempt: Attempt, { ownerId, approved, prepared }: Prepared): Promise<Payment> => {
    const { payer, items } = attempt
    await spending.lock(tx, payer.id)
    const recent = await findRecent(attempt, tx)
    if (recent) return recent
    const contacts = await members.contacts(tx, [payer.id, ownerId])
    if (!contacts.has(payer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    if (!contacts.has(ownerId)) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
    if (await blocks.areBlocked(tx, payer.id, ownerId))
      throw new AppError('notFound', ORDER_MESSAGES.listingUnavailable)
    const locked = await stock.lock(
      tx,
      items.map(({ product }) => product),
    )
    const quoted = quote(items, locked, payer, now())
    assertPayable(quoted, attempt)
    await stock.take(tx, stockOf(quoted.items), 'stock')
    const transfer = { ...prepared, amount: quoted.totals.totalPriceVal }
    const transferId = await spending.intend(tx, approved, transfer)
    const row = await store.add(tx, {
      payerId: payer.id,
      payeeId: quoted.payee,
      amount: transfer.amount,
      cart: { items, quote: quoted },
      transferId,
      at: now(),
    })
    return (await payments.withProgress([row], tx))[0] as Payment
  }

  const begin = async (attempt: Attempt, timer: Timer): Promise<Payment> => {
    const listings = await stock.read(attempt.items.map(({ product }) => product))
    const quoted = quote(attempt.items, listings, attempt.payer, now())
    assertPayable(quoted, attempt)
    const amount = quoted.totals.totalPriceVal
    const { payer, proof, once } = attempt
    const { payee: payeeId, sellerId: ownerId } = quoted
    const prepared = await payments.prepare({ payerId: payer.id, payeeId, amount }, 'payment')
    const approved = await spending.approve({ payer, payeeId, amount, proof })
    return sending.commit(timer, (tx) => once.store(tx, () => write(tx, attempt, { ownerId, approved, prepared })))
  }

  /** After the payer got the failure as the response: puts the stock back and releases the idempotency key. */
  const recordFailure = async (payment: Payment): Promise<void> =>
    store.transaction(async (tx) => {
      await payments.recordFailure(tx, payment.id)
      await payments.recordRefusal(tx, payment)
    })

  return {
    async pay(payer: Member, request: PaymentRequest, key: string | undefined): Promise<PaymentResult> {
      const timer = startTimer()
      await limits.take('payment', payer.id)
      const own = await wallet.findWallet(payer.id)
      if (!own) throw new AppError('notFound', MESSAGES.walletNotFound)
      if (own.account.toLowerCase() !== request.account.toLowerCase())
        throw new AppError('forbidden', ORDER_MESSAGES.notYourWallet)
      const { item, expected, account: _, ...proof } = request
      const items = canonical(item)
      // Not `expected`: the same cart again is the same payment, also if its price has changed meanwhile.
      const call = { memberId: payer.id, call: 'POST /api/payment', key, body: items }
      const once = idempotency.once(call, payments.find)
      const attempt = { payer, items, expected, proof, key, once }
      const payment = await once.answer(async () => (await findRecent(attempt)) ?? begin(attempt, timer))
      try {
        return await sending.answer(payment, payment.transfer, timer)
      } catch (error) {
        await recordFailure(payment)
        throw error
      }
    },
  }
}
