import type { Member } from '#domain/access.ts'
import { ORDER_MESSAGES, type OrderStep } from '#domain/orders.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Stock } from '#server/listings/stock.ts'
import type { Mail } from '#server/mail/service.ts'
import type { MembersService } from '#server/members/service.ts'
import type { ChangeStore } from '#server/orders/change-store.ts'
import { cancelMail } from '#server/orders/mails.ts'
import { type Permitted, permit } from '#server/orders/permit.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { Records } from '#server/records/service.ts'

export type StepsParts = {
  store: ChangeStore
  orders: Pick<OrdersService, 'get'>
  stock: Pick<Stock, 'putBack'>
  members: Pick<MembersService, 'contacts'>
  mail: Mail
  records: Records
  now: () => Date
}
/** Transfers and refunds move VAL: they are in transfers.ts. */
export type OwnStep = Exclude<OrderStep, 'transfer' | 'refund'>

const DONE: Record<OwnStep, string> = {
  pay: ORDER_MESSAGES.paid,
  undoPay: ORDER_MESSAGES.undone,
  deliver: ORDER_MESSAGES.delivered,
  undoDeliver: ORDER_MESSAGES.undone,
  conclude: ORDER_MESSAGES.concluded,
  cancel: ORDER_MESSAGES.cancelled,
  remove: ORDER_MESSAGES.removed,
}

/** Takes the steps of an order. The order is locked and checked again, so that one of two concurrent steps fails. */
export const makeSteps = ({ store, orders, stock, members, mail, records, now }: StepsParts) => {
  const tellOther = async (tx: Queries, { order, by }: Permitted, reason: string) => {
    const otherId = by.id === order.seller ? order.user._id : order.seller
    const contacts = await members.contacts(tx, [by.id, otherId])
    const [from, to] = [contacts.get(by.id), contacts.get(otherId)]
    if (from && to) await mail.enqueue(tx, { to: to.email, content: cancelMail(order, to, from, reason) })
  }

  const apply = async (tx: Queries, permitted: Permitted, reason: string): Promise<void> => {
    const { step, by, order } = permitted
    const id = order._id
    switch (step) {
      case 'pay':
        return store.setMoment(tx, id, 'paid', now())
      case 'undoPay':
        return store.setMoment(tx, id, 'paid', null)
      case 'deliver':
        return store.setMoment(tx, id, 'delivered', now())
      case 'undoDeliver':
        return store.setMoment(tx, id, 'delivered', null)
      case 'conclude':
        return store.setMoment(tx, id, 'concluded', now())
      case 'cancel':
        await store.cancel(tx, id, { by: by.id, reason, at: now() })
        await stock.putBack(tx, await store.stockOf(tx, id))
        return tellOther(tx, permitted, reason)
      case 'remove':
        if (!order.cancelledAt) await stock.putBack(tx, await store.stockOf(tx, id))
        await store.remove(tx, id)
        return records.audit(
          { actor: by.id, action: 'order.delete', subject: order.user._id, details: { order: id } },
          tx,
        )
    }
  }

  return {
    /** Returns the message for the user. */
    async take(step: OwnStep, id: string, viewer: Member, reason = ''): Promise<string> {
      // Refuses before it locks.
      permit(step, await orders.get(id, viewer), viewer, now())
      await store.transaction(async (tx) => {
        await store.lock(tx, id)
        await apply(tx, permit(step, await orders.get(id, viewer, tx), viewer, now()), reason)
      })
      return DONE[step]
    },
  }
}
