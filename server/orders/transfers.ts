import { randomUUID } from 'node:crypto'
import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { toHundredths } from '#domain/money.ts'
import type { Expected, OrderView, PaymentResult } from '#domain/orders.schema.ts'
import { hasRoleFor, ORDER_MESSAGES, type OrderStep } from '#domain/orders.ts'
import type { Blocks } from '#server/blocks/service.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Acting } from '#server/desk/acting.ts'
import type { Limits } from '#server/limits/service.ts'
import type { MailContent } from '#server/mail/render.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { ChangeStore } from '#server/orders/change-store.ts'
import { assertExpected } from '#server/orders/expected.ts'
import type { Correspondent } from '#server/orders/mails.ts'
import { permit } from '#server/orders/permit.ts'
import type { Returns } from '#server/orders/returns.ts'
import type { OrdersService } from '#server/orders/service.ts'
import { transferMail } from '#server/orders/transfer-mails.ts'
import { type Sending, startTimer } from '#server/payments/sending.ts'
import { isFailed, isLiving, isReturned, type PaymentsService } from '#server/payments/service.ts'

type Parts = {
  store: ChangeStore
  orders: Pick<OrdersService, 'get'>
  payments: PaymentsService
  sending: Sending
  returns: Pick<Returns, 'answer'>
  members: Pick<MembersService, 'contacts'>
  notices: Pick<Notices, 'tell'>
  blocks: Pick<Blocks, 'areBlocked'>
  acting: Pick<Acting, 'pay'>
  limits: Limits
  now: () => Date
}

/** Moves the VAL of an order that exists: from the payer to the payee, and back. */
export const makeTransfers = (parts: Parts) => {
  const { store, orders, payments, sending, returns, members, notices, blocks, acting, limits, now } = parts

  const getFor = async (step: OrderStep, id: string, viewer: Member): Promise<OrderView> => {
    const order = await orders.get(id, viewer)
    if (!hasRoleFor(step, order, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
    return order
  }

  /** Locks members before the order; nobody sends VAL to a deleted account. */
  const lockParties = async (
    tx: Queries,
    viewer: Member,
    otherId: string,
  ): Promise<{ from: Correspondent; to: Correspondent }> => {
    const contacts = await members.contacts(tx, [viewer.id, otherId])
    const [from, to] = [contacts.get(viewer.id), contacts.get(otherId)]
    if (!from) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    if (!to) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
    return { from, to }
  }

  const assertSeen = (expected: Expected | undefined, order: OrderView) =>
    assertExpected(expected, {
      totalPriceVal: toHundredths(order.totalPriceVal),
      totalPriceEuro: toHundredths(order.totalPriceEuro),
    })

  const tellPayment = (tx: Queries, member: string, orderId: string, content: MailContent) =>
    notices.tell(tx, { member, kind: 'payment', text: content.subject, link: `/order/${orderId}`, mail: { content } })

  return {
    /** Transfers the VAL of an order, once: asking again tells how far the transfer is. */
    async transfer(id: string, viewer: Member, expected: Expected | undefined, key: string | undefined) {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const order = await getFor('transfer', id, viewer)
      const uniqueKey = `order:${id}:${key ?? randomUUID()}`
      const findSame = async (tx?: Queries) => {
        const [last, sameKey] = [await payments.ofOrder(id, tx), await payments.findByKey(viewer.id, uniqueKey, tx)]
        if (sameKey) return sameKey
        return last && isLiving(last) ? last : undefined
      }
      const begin = async () => {
        permit('transfer', order, viewer, now())
        assertSeen(expected, order)
        const [payerId, payeeId] = [viewer.id, order.payee ?? '']
        const amount = toHundredths(order.totalPriceVal)
        const transfer = await payments.prepare({ payerId, payeeId, amount }, 'payment')
        return sending.commit(timer, async (tx) => {
          const { from, to } = await lockParties(tx, viewer, payeeId)
          await store.lock(tx, id)
          const same = await findSame(tx)
          if (same) return same
          permit('transfer', await orders.get(id, viewer, tx), viewer, now())
          if (await blocks.areBlocked(tx, payerId, payeeId))
            throw new AppError('conflict', ORDER_MESSAGES.recipientUnreachable)
          await acting.pay(tx, viewer, payeeId, amount)
          await tellPayment(tx, payeeId, id, transferMail(order, to, from))
          return payments.addForOrder(tx, { payerId, payeeId, orderId: id, key: uniqueKey, transfer })
        })
      }
      const payment = (await findSame()) ?? (await begin())
      try {
        return await sending.answer(payment, payment.transfer, timer)
      } catch (error) {
        await payments.releaseKey(payment.id)
        throw error
      }
    },

    /** Gives the VAL of an order back, once; an order that was not delivered is closed when they have arrived. */
    async refund(id: string, viewer: Member): Promise<PaymentResult> {
      const timer = startTimer()
      await limits.take('payment', viewer.id)
      const order = await getFor('refund', id, viewer)
      const findSame = async (tx?: Queries) => {
        const last = await payments.ofOrder(id, tx)
        return last?.giveBack && isReturned(last) ? { payment: last, giveBack: last.giveBack } : undefined
      }
      const begin = async () => {
        permit('refund', order, viewer, now())
        const payment = await payments.ofOrder(id)
        if (!payment || isFailed(payment)) throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
        const payerId = payment.payerId
        const transfer = await payments.prepare(
          { payerId: viewer.id, payeeId: payerId, amount: payment.amount },
          'return',
        )
        return sending.commit(timer, async (tx) => {
          await lockParties(tx, viewer, payerId)
          await store.lock(tx, id)
          const same = await findSame(tx)
          if (same) return same
          permit('refund', await orders.get(id, viewer, tx), viewer, now())
          const locked = await payments.lock(tx, payment.id)
          if (!locked) throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
          return { payment: locked, giveBack: await payments.giveBack(tx, locked, transfer) }
        })
      }
      const { payment, giveBack } = (await findSame()) ?? (await begin())
      return returns.answer(payment, giveBack, timer)
    },
  }
}
