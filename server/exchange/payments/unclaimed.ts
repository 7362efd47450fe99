import type { Member } from '#domain/accounts/access.ts'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { UnclaimedPayment } from '#domain/exchange/orders.schema.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import {
  isActive,
  isReturned,
  ORDER_WITHIN_MS,
  type Payment,
  type PaymentsService,
} from '#server/exchange/payments/service.ts'
import type { PaymentsStore } from '#server/exchange/payments/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Approved, Spending } from '#server/val/spending/service.ts'
import { type Sending, startTimer } from '#server/val/wallet/sending.ts'
import type { Transfer } from '#server/val/wallet/service.ts'

type Parts = {
  store: PaymentsStore
  payments: PaymentsService
  sending: Sending
  spending: Spending
  members: MembersService
  /** Also settles the transfer back if it is final. */
  answerReturn: Sending['answer']
  audit: Audit
  limits: Limits
  now: () => Date
}

/** Payments of a cart that still have no order after the job should have placed it. */
export const makeUnclaimedPayments = ({
  store,
  payments,
  sending,
  spending,
  members,
  answerReturn,
  audit,
  limits,
  now,
}: Parts) => {
  const limit = () => new Date(now().getTime() - ORDER_WITHIN_MS)
  const isUnclaimed = (payment: Payment) =>
    payment.orderId === null &&
    payment.quote !== null &&
    payment.createdAt < limit() &&
    payment.transfer.state === 'confirmed' &&
    isActive(payment)

  const viewOf = async (found: Payment[]): Promise<UnclaimedPayment[]> => {
    const ids = new Set(found.flatMap(({ payerId, payeeId }) => [payerId, payeeId]))
    const names = await members.shownNames([...ids])
    const party = (id: string) => ({ _id: id, name: names.get(id) ?? DELETED_MEMBER_NAME })
    return found.map(({ id, payerId, payeeId, amount, quote, createdAt }) => ({
      _id: id,
      payer: party(payerId),
      payee: party(payeeId),
      amount: fromHundredths(amount),
      items: (quote?.items ?? []).map(({ listingId, name, qty }) => ({ product: listingId, name, qty })),
      at: createdAt.toISOString(),
    }))
  }

  const getFor = async (id: string, viewer: Member): Promise<Payment> => {
    const payment = await payments.find(id)
    const isParty = payment && [payment.payerId, payment.payeeId].includes(viewer.id)
    if (!payment || !(isParty || viewer.isAdmin)) throw new AppError('notFound', ORDER_MESSAGES.paymentNotFound)
    if (viewer.id !== payment.payeeId && !viewer.isAdmin) throw new AppError('forbidden', MESSAGES.forbidden)
    return payment
  }

  /** Without `approved` it is an admin who returns the VAL. */
  const write = async (
    tx: Queries,
    { id, payerId, payeeId }: Payment,
    viewer: Member,
    transfer: Transfer,
    approved: Approved | undefined,
  ) => {
    await spending.lock(tx, payeeId)
    const contacts = await members.contacts(tx, [payerId, payeeId])
    if (!contacts.has(payerId)) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
    const payment = await payments.lock(tx, id)
    if (payment?.giveBack && isReturned(payment)) return { payment, giveBack: payment.giveBack }
    if (!payment || !isUnclaimed(payment)) throw new AppError('conflict', ORDER_MESSAGES.paymentNotUnclaimed)
    const returnId = approved
      ? await spending.intend(tx, approved, transfer)
      : await spending.intendWithoutPayer(tx, payerId, transfer)
    const giveBack = await payments.giveBack(tx, payment, returnId)
    if (viewer.id !== payeeId)
      await audit.record({ actor: viewer.id, action: 'payment.return', subject: payeeId, details: { payment: id } }, tx)
    return { payment, giveBack }
  }

  return {
    /** The viewer's own; all of them for an admin. */
    async list(viewer: Member): Promise<UnclaimedPayment[]> {
      const rows = await store.withoutOrderBefore(limit(), viewer.isAdmin ? undefined : viewer.id)
      const found = (await payments.withProgress(rows)).filter(isUnclaimed)
      return found.length > 0 ? viewOf(found) : []
    },

    /** Transfers the VAL back from the payee's wallet. An admin may do it too, because nothing was delivered for the payment. */
    async giveBack(id: string, viewer: Member, proof: Proof): Promise<PaymentResult> {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const found = await getFor(id, viewer)
      if (found.giveBack && isReturned(found)) return answerReturn(found, found.giveBack, timer)
      if (!isUnclaimed(found)) throw new AppError('conflict', ORDER_MESSAGES.paymentNotUnclaimed)
      const { payerId, payeeId, amount } = found
      const transfer = await payments.prepare({ payerId: payeeId, payeeId: payerId, amount }, 'return')
      const approved =
        viewer.id === payeeId ? await spending.approve({ payer: viewer, payeeId: payerId, amount, proof }) : undefined
      const { payment, giveBack } = await sending.commit(timer, (tx) => write(tx, found, viewer, transfer, approved))
      return answerReturn(payment, giveBack, timer)
    },
  }
}
