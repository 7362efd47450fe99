import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal } from '#domain/exchange/orders.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { transferFailedMail, transferMail } from '#server/exchange/orders/paying-mails.ts'
import type { RequestStock } from '#server/exchange/orders/request-stock.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { isFailed, type Payment, type PaymentsService } from '#server/exchange/payments/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const RECHECK_MS = 5_000

type Parts = {
  store: ChangeStore
  orders: OrdersService
  payments: PaymentsService
  requestStock: RequestStock
  members: MembersService
  notices: Notices
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>
export type Telling = ReturnType<typeof makeTelling>

/** Notifies the parties of an order once the transfer of its VAL is final. */
export const makeTelling = ({ store, orders, payments, requestStock, members, notices, now }: Parts) => {
  const tellMember = (tx: Queries, member: string, order: OrderView, content: MailContent) =>
    notices.tell(tx, { member, kind: 'payment', text: content.subject, link: `/order/${order._id}`, mail: { content } })

  /** Paying in the checkout had implied a yes: without the payment the request waits for an answer. */
  const withoutYes = async (tx: Queries, { items }: Payment, order: OrderView): Promise<OrderView> => {
    if (items === null || order.state !== 'agreed' || order.answered || order.ring) return order
    await requestStock.putBack(tx, order)
    await store.setMoment(tx, order._id, 'agreed', null)
    return (await orders.read(order._id, tx)) ?? order
  }

  const tellEnd = async (tx: Queries, payment: Payment, found: OrderView, contacts: Contacts): Promise<void> => {
    const [payer, payee] = [contacts.get(payment.payerId), contacts.get(payment.payeeId)]
    if (isFailed(payment)) {
      // Paid by another transfer meanwhile.
      if (hasMovedVal(found)) return
      const order = await withoutYes(tx, payment, found)
      for (const { id, shownName } of contacts.values())
        await tellMember(tx, id, order, transferFailedMail(order, payment, { id, shownName }))
    } else if (payer && payee && !payment.giveBack)
      await tellMember(tx, payment.payeeId, found, transferMail(found, payee, payer))
  }

  return {
    /** Notifies once. While the transfer is not final, adds the job again with a delay. */
    async tell(id: string): Promise<void> {
      const found = await payments.find(id)
      if (!found?.orderId || found.toldAt) return
      const { payerId, payeeId, orderId } = found
      await store.transaction(async (tx) => {
        const contacts = await members.contacts(tx, [payerId, payeeId])
        await store.lock(tx, orderId)
        const payment = await payments.lock(tx, id)
        const order = await orders.read(orderId, tx)
        if (!payment || !order || payment.toldAt) return
        const { state } = payment.transfer
        if (state !== 'confirmed' && state !== 'failed')
          return jobs.add(tx, 'tell-payment', { id }, { delayMs: RECHECK_MS })
        // Nobody could take a step while the chain had not confirmed.
        await store.restartTurn(tx, orderId, now())
        await tellEnd(tx, payment, order, contacts)
        await payments.recordTold(tx, id, now())
      })
    },
  }
}
