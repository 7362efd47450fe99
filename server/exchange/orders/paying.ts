import type { Member } from '#domain/accounts/access.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { toHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { Expected, OrderView, TransferRequest } from '#domain/exchange/orders.schema.ts'
import { hasRoleFor, type OrderStep } from '#domain/exchange/steps.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { assertExpected } from '#server/exchange/orders/expected.ts'
import { permit } from '#server/exchange/orders/permit.ts'
import type { Returns } from '#server/exchange/orders/returns.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Telling } from '#server/exchange/orders/telling.ts'
import { isActive, isFailed, isReturned, type PaymentsService } from '#server/exchange/payments/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Approved, Spending } from '#server/val/spending/service.ts'
import { type Sending, startTimer } from '#server/val/wallet/sending.ts'
import type { Transfer } from '#server/val/wallet/service.ts'

type Parts = {
  store: ChangeStore
  orders: OrdersService
  payments: PaymentsService
  sending: Sending
  spending: Spending
  returns: Returns
  members: MembersService
  telling: Telling
  blocks: Blocks
  limits: Limits
  idempotency: Idempotency
  now: () => Date
}

/** Transfers the VAL of an existing order from the payer to the payee, and back. */
export const makeOrderPaying = (parts: Parts) => {
  const { store, orders, payments, sending, spending, returns, members, telling, blocks, limits, idempotency, now } =
    parts

  const getFor = async (step: OrderStep, id: string, viewer: Member): Promise<OrderView> => {
    const order = await orders.get(id, viewer)
    if (!hasRoleFor(step, order, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
    return order
  }

  /** Locks both members, before the order is locked. Throws if one of them was deleted. */
  const lockParties = async (tx: Queries, viewer: Member, otherId: string): Promise<void> => {
    const contacts = await members.contacts(tx, [viewer.id, otherId])
    if (!contacts.has(viewer.id)) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    if (!contacts.has(otherId)) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
  }

  const assertSeen = (expected: Expected | undefined, order: OrderView) =>
    assertExpected(expected, {
      totalPriceVal: toHundredths(order.terms.val),
      totalPriceEuro: toHundredths(order.terms.euro),
    })

  return {
    /** Transfers the VAL of an order once; a repeated call returns the state of that transfer. */
    async pay(id: string, viewer: Member, { expected, ...proof }: TransferRequest, key: string | undefined) {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const order = await getFor('transfer', id, viewer)
      const call = { memberId: viewer.id, call: `POST /api/orders/${order._id}/transfer`, key, body: {} }
      const once = idempotency.once(call, payments.find)
      const findActive = async (tx?: Queries) => {
        const last = await payments.ofOrder(id, tx)
        return last && isActive(last) ? last : undefined
      }
      const [payerId, payeeId] = [viewer.id, order.payee ?? '']
      // The terms may have changed while the transfer was prepared.
      const write = async (tx: Queries, approved: Approved, transfer: Transfer) => {
        await spending.lock(tx, payerId)
        await lockParties(tx, viewer, payeeId)
        await store.lock(tx, id)
        const active = await findActive(tx)
        if (active) return active
        const locked = permit('transfer', await orders.get(id, viewer, tx), viewer, now())
        assertSeen(order.terms, locked.order)
        if (await blocks.areBlocked(tx, payerId, payeeId))
          throw new AppError('conflict', ORDER_MESSAGES.recipientUnreachable)
        const transferId = await spending.intend(tx, approved, transfer)
        const { amount } = transfer
        const added = await payments.addForOrder(tx, { payerId, payeeId, orderId: id, amount, transferId })
        await store.restartTurn(tx, id, now())
        await jobs.add(tx, 'tell-payment', { id: added.id })
        return added
      }
      const begin = async () => {
        permit('transfer', order, viewer, now())
        assertSeen(expected, order)
        const amount = toHundredths(order.terms.val)
        const transfer = await payments.prepare({ payerId, payeeId, amount }, 'payment')
        const approved = await spending.approve({ payer: viewer, payeeId, amount, proof })
        return sending.commit(timer, (tx) => once.store(tx, () => write(tx, approved, transfer)))
      }
      const payment = await once.answer(async () => (await findActive()) ?? begin())
      try {
        const result = await sending.answer(payment, payment.transfer, timer)
        // If this fails, the job notifies the payee.
        if (result.status === 'confirmed') await telling.tell(payment.id).catch(() => undefined)
        return result
      } catch (error) {
        await store.transaction((tx) => payments.recordRefusal(tx, payment))
        throw error
      }
    },

    /**
     * Transfers the VAL of an order back, once. An order that was not delivered is closed when the transfer is confirmed;
     * `reason` is for the payer.
     */
    async giveBack(
      step: 'refund' | 'cancel',
      id: string,
      viewer: Member,
      { reason = '', ...proof }: Proof & { reason?: string },
    ): Promise<PaymentResult> {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const order = await getFor(step, id, viewer)
      const findSame = async (tx?: Queries) => {
        const last = await payments.ofOrder(id, tx)
        return last?.giveBack && isReturned(last) ? { payment: last, giveBack: last.giveBack } : undefined
      }
      const begin = async () => {
        permit(step, order, viewer, now())
        const payment = await payments.ofOrder(id)
        if (!payment || isFailed(payment)) throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
        const { payerId, amount } = payment
        const transfer = await payments.prepare({ payerId: viewer.id, payeeId: payerId, amount }, 'return')
        const approved = await spending.approve({ payer: viewer, payeeId: payerId, amount, proof })
        return sending.commit(timer, async (tx) => {
          await spending.lock(tx, viewer.id)
          await lockParties(tx, viewer, payerId)
          await store.lock(tx, id)
          const same = await findSame(tx)
          if (same) return same
          permit(step, await orders.get(id, viewer, tx), viewer, now())
          const locked = await payments.lock(tx, payment.id)
          if (!locked) throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
          if (reason) await store.setCancelReason(tx, id, reason)
          await store.restartTurn(tx, id, now())
          const giveBack = await payments.giveBack(tx, locked, await spending.intend(tx, approved, transfer))
          return { payment: locked, giveBack }
        })
      }
      const { payment, giveBack } = (await findSame()) ?? (await begin())
      return returns.answer(payment, giveBack, timer)
    },
  }
}
