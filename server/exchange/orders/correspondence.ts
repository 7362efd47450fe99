import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderView, SecondMail } from '#domain/exchange/orders.schema.ts'
import { isParty, mustStayOpen, otherParty, rolesIn } from '#domain/exchange/orders.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import { type Correspondent, noticeMail, replyTo, secondMail } from '#server/exchange/orders/mails.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { threadOf } from '#server/exchange/orders/thread-of.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { NoticeMail, Notices } from '#server/talk/notices/service.ts'
import type { ThreadPosting } from '#server/talk/threads/posting.ts'

export type CorrespondenceParts = {
  store: ChangeStore
  orders: OrdersService
  members: MembersService
  notices: Notices
  posting: ThreadPosting
  blocks: Blocks
  now: () => Date
}

/** `byDesk`: the recipient has no address, and the desk tells them. `unreachable`: one party has blocked the other. */
export type Sending = 'mailed' | 'byDesk' | 'unreachable' | 'sentBefore'

/** Mails that the parties of an order send to each other, each kind at most once. */
export const makeCorrespondence = (parts: CorrespondenceParts) => {
  const { store, orders, members, notices, posting, blocks, now } = parts
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
  const tell = async (tx: Queries, member: string, orderId: string, mail: NoticeMail): Promise<Sending> => {
    const notice = { member, text: mail.content.subject, link: `/order/${orderId}`, mail }
    return (await notices.tell(tx, { ...notice, kind: 'request' })) ? 'mailed' : 'byDesk'
  }
  const refuseIfEnded = ({ state }: OrderView): void => {
    if (state === 'closed') throw new AppError('conflict', ORDER_MESSAGES.alreadyCancelled)
    if (state === 'expired') throw new AppError('conflict', ORDER_MESSAGES.alreadyExpired)
  }
  /** The order as it is now, locked, so that the mail is true of it. */
  const lockOrder = async (tx: Queries, id: string, viewer: Member): Promise<OrderView> => {
    await store.lock(tx, id)
    const order = await orders.get(id, viewer, tx)
    refuseIfEnded(order)
    return order
  }
  const areApart = async (tx: Queries, order: OrderView): Promise<boolean> =>
    !mustStayOpen(order) && (await blocks.areBlocked(tx, order.user._id, order.seller))

  return {
    /** The buyer's second mail to the seller, which is also a message of the request's thread. */
    async write(viewer: Member, { order: id, emailBody }: SecondMail): Promise<Sending> {
      const found = await orders.get(id, viewer)
      if (!rolesIn(found, viewer).includes('requester')) throw new AppError('forbidden', MESSAGES.forbidden)
      refuseIfEnded(found)
      return store.transaction(async (tx) => {
        const { to, from } = await findContacts(tx, viewer, found.seller)
        const order = await lockOrder(tx, id, viewer)
        if (await areApart(tx, order)) return 'unreachable'
        if (!(await store.recordMail(tx, id, 'secondMail', now())))
          throw new AppError('conflict', ORDER_MESSAGES.mailAlreadySent)
        const posted = { ...threadOf(order), senderId: viewer.id, text: emailBody, at: now() }
        const content = secondMail(order, to, from, await posting.post(tx, posted))
        return tell(tx, order.seller, id, { content, headers: replyTo(from), quotes: [viewer.id] })
      })
    },

    /** Reminds the other party of an order, once. */
    async notify(viewer: Member, id: string): Promise<Sending> {
      const found = await orders.get(id, viewer)
      if (!isParty(found, viewer)) throw new AppError('forbidden', MESSAGES.forbidden)
      refuseIfEnded(found)
      return store.transaction(async (tx) => {
        const toId = otherParty(found, viewer.id)
        const { to, from } = await findContacts(tx, viewer, toId)
        const order = await lockOrder(tx, id, viewer)
        if (await areApart(tx, order)) return 'unreachable'
        const reminder = viewer.id === order.seller ? 'sellerReminder' : 'buyerReminder'
        if (!(await store.recordMail(tx, id, reminder, now()))) return 'sentBefore'
        return tell(tx, toId, id, { content: noticeMail(order, toId, to, from), quotes: [viewer.id] })
      })
    },
  }
}
