import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import { tellMediators } from '#server/exchange/orders/mediators.ts'
import { refundMail, returnFailedMail, returnMail } from '#server/exchange/orders/paying-mails.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Payment, PaymentsService } from '#server/exchange/payments/service.ts'
import { problemMail } from '#server/exchange/problems/mails.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { orderRef } from '#server/talk/references/references.ts'
import type { Sending } from '#server/val/wallet/sending.ts'

type Parts = {
  store: ChangeStore
  orders: OrdersService
  payments: PaymentsService
  closing: Closing
  sending: Sending
  members: MembersService
  notices: Notices
  now: () => Date
}
const RETURN_FAILED = 'La restituzione decisa dall’associazione non è riuscita.'
type People = { contacts: Contacts; admins: string[] }
type Contacts = Awaited<ReturnType<MembersService['contacts']>>

/**
 * Completes transfers back to the payer. The order is closed only when the transfer is confirmed; if it fails, the order
 * does not change.
 */
export const makeReturns = ({ store, orders, payments, closing, sending, members, notices, now }: Parts) => {
  const tell = async (tx: Queries, member: string, link: string, content: MailContent | undefined): Promise<void> => {
    if (content) await notices.tell(tx, { member, kind: 'payment', text: content.subject, link, mail: { content } })
  }

  const endForOrder = async (tx: Queries, payment: Payment, order: OrderView, contacts: Contacts): Promise<void> => {
    const { payerId, payeeId } = payment
    await closing.close(tx, order, { by: payeeId })
    const [to, from] = [contacts.get(payerId), contacts.get(payeeId)]
    await tell(tx, payerId, `/order/${order._id}`, to && from && refundMail(order, to, from))
  }

  const endUnclaimed = async (tx: Queries, payment: Payment, contacts: Contacts): Promise<void> => {
    for (const { id, shownName } of contacts.values())
      await tell(tx, id, '/portafoglio#movimenti', returnMail(payment, shownName))
  }

  const end = (tx: Queries, payment: Payment, order: OrderView | undefined, { contacts }: People): Promise<void> =>
    order ? endForOrder(tx, payment, order, contacts) : endUnclaimed(tx, payment, contacts)

  /** The association had decided on the return, and has to decide again. The problem is the payer's, so that no step ends it. */
  const reopen = async (tx: Queries, { payerId }: Payment, order: OrderView, { contacts, admins }: People) => {
    await store.clearSettlement(tx, order._id)
    await store.openProblem(tx, order._id, { by: payerId, text: RETURN_FAILED, at: now() })
    const payer = contacts.get(payerId)
    const link = `/order/${order._id}`
    await tell(tx, payerId, link, payer && problemMail(order, payer, true))
    await tellMediators(notices, tx, order, admins, `${RETURN_FAILED} ${orderRef(order._id)}`)
  }

  const tellFailure = async (tx: Queries, payment: Payment, order: OrderView | undefined, people: People) => {
    const { contacts } = people
    if (order) await store.setCancelReason(tx, order._id, '')
    if (order && order.settled?.outcome === 'return') await reopen(tx, payment, order, people)
    const payee = contacts.get(payment.payeeId)
    const path = order ? `/order/${order._id}` : '/profile'
    return tell(tx, payment.payeeId, path, payee && returnFailedMail(payment, payee.shownName, path))
  }

  /** Locks members before the order and the payment, as refunds do. */
  const settle = async (id: string): Promise<void> => {
    const found = await payments.find(id)
    const state = found?.giveBack?.state
    if (!found?.isReturning || (state !== 'confirmed' && state !== 'failed')) return
    await store.transaction(async (tx) => {
      const admins = state === 'failed' ? await members.admins(tx, [found.payerId, found.payeeId]) : []
      const contacts = await members.contacts(tx, [found.payerId, found.payeeId])
      if (found.orderId) await store.lock(tx, found.orderId)
      const payment = await payments.lock(tx, id)
      if (!payment?.isReturning) return
      await payments.recordReturnEnd(tx, id, { hasFailed: state === 'failed' })
      const order = payment.orderId ? await orders.read(payment.orderId, tx) : undefined
      await (state === 'failed' ? tellFailure : end)(tx, payment, order, { contacts, admins })
    })
  }

  return {
    /** Returns the result of `sending.answer`, and settles the transfer back at once if it is final by then. */
    async answer(...[payment, giveBack, timer]: Parameters<Sending['answer']>): Promise<PaymentResult> {
      const result = await sending.answer(payment, giveBack, timer)
      // If this fails, the job settles it.
      await settle(payment.id).catch(() => undefined)
      return result
    },

    hasReturning: () => payments.hasReturning,

    /** Settles every transfer back that is final. */
    async settleAll(stopping?: AbortSignal): Promise<void> {
      for await (const { id } of payments.returning()) {
        if (stopping?.aborted) return
        await settle(id)
      }
    },
  }
}
export type Returns = ReturnType<typeof makeReturns>
