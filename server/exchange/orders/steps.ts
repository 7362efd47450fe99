import type { Member } from '#domain/accounts/access.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { ORDER_MESSAGES, type OrderStep } from '#domain/exchange/orders.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { type Permitted, permit } from '#server/exchange/orders/permit.ts'
import { listingsOf, type PlanRelease } from '#server/exchange/orders/releasing.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import {
  cancelMail,
  concludedMail,
  deliveredMail,
  deliveryUndoneMail,
  paidMail,
  paymentUndoneMail,
  type TakenStep,
} from '#server/exchange/orders/step-mails.ts'
import type { ListingLife } from '#server/market/freshness/life.ts'
import type { Stock } from '#server/market/listings/stock.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'

export type StepsParts = {
  store: ChangeStore
  orders: OrdersService
  stock: Stock
  members: MembersService
  notices: Notices
  blocks: Blocks
  acting: Acting
  audit: Audit
  life: ListingLife
  planRelease: PlanRelease
  now: () => Date
}
/** Transfers and refunds are in paying.ts. */
export type StepWithoutTransfer = Exclude<OrderStep, 'transfer' | 'refund'>

const DONE: Record<StepWithoutTransfer, string> = {
  pay: ORDER_MESSAGES.paid,
  undoPay: ORDER_MESSAGES.undone,
  deliver: ORDER_MESSAGES.delivered,
  undoDeliver: ORDER_MESSAGES.undone,
  conclude: ORDER_MESSAGES.concluded,
  cancel: ORDER_MESSAGES.cancelled,
  remove: ORDER_MESSAGES.removed,
}

/** Mails to the other party; a deletion by an admin sends none. */
const MAILS: Record<Exclude<StepWithoutTransfer, 'remove'>, (step: TakenStep) => MailContent> = {
  pay: paidMail,
  undoPay: paymentUndoneMail,
  deliver: deliveredMail,
  undoDeliver: deliveryUndoneMail,
  conclude: concludedMail,
  cancel: cancelMail,
}

/** Steps that release the reservations of the request. */
const ENDING: StepWithoutTransfer[] = ['deliver', 'conclude', 'cancel', 'remove']

/** Performs the steps of an order. Locks the order and checks the step again, so that of two concurrent steps that exclude each other one fails. */
export const makeSteps = (parts: StepsParts) => {
  const { store, orders, stock, members, notices, blocks, acting, audit, life, planRelease, now } = parts
  /** Locks the members before the order, as placing does. */
  const findOther = async (tx: Queries, { seller, user }: OrderView, by: Member) => {
    const toId = by.id === seller ? user._id : seller
    const contacts = await members.contacts(tx, [by.id, toId])
    const [from, to] = [contacts.get(by.id), contacts.get(toId)]
    return from && to && { from, to, toId }
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
        return stock.putBack(tx, await store.stockOf(tx, id))
      case 'remove':
        if (!order.cancelledAt) await stock.putBack(tx, await store.stockOf(tx, id))
        await store.remove(tx, id)
        return audit.record(
          { actor: by.id, action: 'order.delete', subject: order.user._id, details: { order: id } },
          tx,
        )
    }
  }

  return {
    /** Returns the message for the user. */
    async take(step: StepWithoutTransfer, id: string, viewer: Member, reason = ''): Promise<string> {
      // Checked once before any lock, and again under the lock.
      const { order: found } = permit(step, await orders.get(id, viewer), viewer, now())
      await store.transaction(async (tx) => {
        const other = step === 'remove' ? undefined : await findOther(tx, found, viewer)
        if (other) acting.refuseVolunteerAsParty(viewer, other.toId)
        await store.lock(tx, id)
        const permitted = permit(step, await orders.get(id, viewer, tx), viewer, now())
        // If one has blocked the other, a request can still be closed, but without a message.
        const message = other && (await blocks.areBlocked(tx, viewer.id, other.toId)) ? '' : reason
        if (ENDING.includes(step)) await planRelease(tx, found)
        await apply(tx, permitted, message)
        if (viewer.id === found.seller) await life(tx, viewer.id, listingsOf(found))
        if (other && step !== 'remove') {
          const content = MAILS[step]({ order: permitted.order, ...other, reason: message })
          const link = `/order/${id}`
          await notices.tell(tx, { member: other.toId, kind: 'step', text: content.subject, link, mail: { content } })
        }
      })
      return DONE[step]
    },
  }
}
