import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { OrderView, SecondMail } from '#domain/exchange/orders.schema.ts'
import { isParty, ORDER_MESSAGES, rolesIn } from '#domain/exchange/orders.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { type Correspondent, noticeMail, replyTo, secondMail } from '#server/exchange/orders/mails.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { NoticeMail, Notices } from '#server/talk/notices/service.ts'

export type CorrespondenceParts = {
  store: ChangeStore
  orders: OrdersService
  members: MembersService
  notices: Notices
  blocks: Blocks
  now: () => Date
}

/** Mails that the parties of an order send to each other, each kind at most once. */
export const makeCorrespondence = ({ store, orders, members, notices, blocks, now }: CorrespondenceParts) => {
  const findContacts = async (
    tx: Queries,
    from: Member,
    toId: string,
  ): Promise<{ to: Correspondent; from: Correspondent }> => {
    const contacts = await members.contacts(tx, [from.id, toId])
    const [sender, recipient] = [contacts.get(from.id), contacts.get(toId)]
    if (!sender) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    if (!recipient) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
    return { to: recipient, from: sender }
  }
  const tell = (tx: Queries, member: string, orderId: string, mail: NoticeMail) =>
    notices.tell(tx, { member, kind: 'request', text: mail.content.subject, link: `/order/${orderId}`, mail })
  const refuseIfCancelled = ({ cancelledAt }: OrderView): void => {
    if (cancelledAt) throw new AppError('conflict', ORDER_MESSAGES.alreadyCancelled)
  }
  const otherParty = (order: OrderView, viewer: Member) => (order.seller === viewer.id ? order.user._id : order.seller)

  return {
    /** The buyer's second mail to the seller. */
    async write(viewer: Member, { order: id, emailBody }: SecondMail): Promise<void> {
      const order = await orders.get(id, viewer)
      if (!rolesIn(order, viewer).includes('requester')) throw new AppError('forbidden', MESSAGES.forbidden)
      refuseIfCancelled(order)
      await store.transaction(async (tx) => {
        const { to, from } = await findContacts(tx, viewer, order.seller)
        if (await blocks.areBlocked(tx, viewer.id, order.seller))
          throw new AppError('conflict', ORDER_MESSAGES.recipientUnreachable)
        if (!(await store.recordMail(tx, id, 'secondMail', now())))
          throw new AppError('conflict', ORDER_MESSAGES.mailAlreadySent)
        await tell(tx, order.seller, id, { content: secondMail(order, to, from, emailBody), headers: replyTo(from) })
      })
    },

    /** Reminds the other party of an order; false if this party did it before. */
    async notify(viewer: Member, id: string): Promise<boolean> {
      const order = await orders.get(id, viewer)
      if (!isParty(order, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      refuseIfCancelled(order)
      return store.transaction(async (tx) => {
        const toId = otherParty(order, viewer)
        const { to, from } = await findContacts(tx, viewer, toId)
        if (await blocks.areBlocked(tx, viewer.id, toId)) return false
        const reminder = viewer.id === order.seller ? 'sellerReminder' : 'buyerReminder'
        if (!(await store.recordMail(tx, id, reminder, now()))) return false
        await tell(tx, toId, id, { content: noticeMail(order, toId, to, from) })
        return true
      })
    },
  }
}
