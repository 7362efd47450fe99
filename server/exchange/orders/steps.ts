import type { Member } from '#domain/accounts/access.ts'
import { suspendedMessage } from '#domain/accounts/suspension.ts'
import { AppError } from '#domain/base/errors.ts'
import { toHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES, termsChanged } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal, otherParty } from '#domain/exchange/orders.ts'
import { type OrderStep, STEPS } from '#domain/exchange/steps.ts'
import { partiesOf } from '#domain/market/kinds.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import { type Permitted, permit } from '#server/exchange/orders/permit.ts'
import type { RequestStock } from '#server/exchange/orders/request-stock.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { STEP_MAILS } from '#server/exchange/orders/step-mails.ts'
import { threadOf } from '#server/exchange/orders/thread-of.ts'
import type { ListingLife } from '#server/market/freshness/life.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { ThreadPosting } from '#server/talk/threads/posting.ts'

export type StepsParts = {
  store: ChangeStore
  orders: OrdersService
  requestStock: RequestStock
  closing: Closing
  members: MembersService
  notices: Notices
  posting: ThreadPosting
  blocks: Blocks
  acting: Acting
  audit: Audit
  life: ListingLife
  now: () => Date
}
/** Transfers and returns are in paying.ts, problems in problems.ts. */
export type SimpleStep = Exclude<OrderStep, 'transfer' | 'refund' | 'problem' | 'withdrawProblem' | 'settle'>

/** What comes with a step: the terms of an acceptance or a proposal, a reason or a message for the other party. */
export type StepDetails = { terms?: { val: number; euro: number }; text?: string }

const DONE: Record<SimpleStep, string> = {
  accept: ORDER_MESSAGES.accepted,
  propose: ORDER_MESSAGES.proposed,
  pay: ORDER_MESSAGES.paid,
  undoPay: ORDER_MESSAGES.undone,
  handover: ORDER_MESSAGES.handedOver,
  undoHandover: ORDER_MESSAGES.undone,
  deliver: ORDER_MESSAGES.delivered,
  undoDeliver: ORDER_MESSAGES.undone,
  conclude: ORDER_MESSAGES.concluded,
  cancel: ORDER_MESSAGES.cancelled,
  remove: ORDER_MESSAGES.removed,
}

const AGREEING: SimpleStep[] = ['accept', 'propose']

const isSameSum = (one: { val: number; euro: number }, other: { val: number; euro: number }): boolean =>
  toHundredths(one.val) === toHundredths(other.val) && toHundredths(one.euro) === toHundredths(other.euro)

/** Throws if the member answers other terms than the present ones. */
const assertSeen = (seen: StepDetails['terms'], { terms }: OrderView): void => {
  if (!seen || !isSameSum(seen, terms)) throw new AppError('conflict', termsChanged(terms), { details: { terms } })
}

/** Performs the steps of an order. Locks the order and checks the step again, so that of two concurrent steps that exclude each other one fails. */
export const makeSteps = (parts: StepsParts) => {
  const { store, orders, requestStock, closing, members, notices, posting, blocks, acting, audit, life, now } = parts
  /** Locks the members before the order, as placing does. */
  const findOther = async (tx: Queries, order: OrderView, by: Member) => {
    const toId = otherParty(order, by.id)
    const contacts = await members.contacts(tx, [by.id, toId])
    const [from, to] = [contacts.get(by.id), contacts.get(toId)]
    return from && to && { from, to, toId }
  }

  const propose = async (tx: Queries, { order, by }: Permitted, terms: { val: number; euro: number }) => {
    const [val, euro] = [toHundredths(terms.val), toHundredths(terms.euro)]
    const isAbove = val > toHundredths(order.itemsPriceVal) || euro > toHundredths(order.itemsPriceEuro)
    if (order.kind === 'cerco' && isAbove) throw new AppError('invalid', ORDER_MESSAGES.aboveCeiling)
    const { payer, payee } = partiesOf(order.kind, {
      owner: order.seller,
      requester: order.user._id,
      isFree: val + euro === 0,
    })
    await store.setTerms(tx, order._id, { val, euro, by: by.id, at: now(), payer, payee })
  }

  const apply = async (tx: Queries, permitted: Permitted, { terms, text = '' }: StepDetails): Promise<void> => {
    const { step, by, order } = permitted
    const id = order._id
    switch (step) {
      case 'accept':
        assertSeen(terms, order)
        return store.setMoment(tx, id, 'agreed', now())
      case 'propose':
        return propose(tx, permitted, terms ?? order.terms)
      case 'pay':
        if (terms) assertSeen(terms, order)
        if (!order.agreedAt) await store.setMoment(tx, id, 'agreed', now())
        return store.setMoment(tx, id, 'paid', now())
      case 'undoPay':
        return store.setMoment(tx, id, 'paid', null)
      case 'handover':
        return store.setMoment(tx, id, 'handedOver', now())
      case 'undoHandover':
        return store.setMoment(tx, id, 'handedOver', null)
      case 'deliver':
        return closing.deliver(tx, order, by.id)
      case 'undoDeliver':
        return closing.undoDelivery(tx, order)
      case 'conclude':
        await closing.endOwnProblem(tx, order, by.id)
        return store.setMoment(tx, id, 'concluded', now())
      case 'cancel':
        // Moved since the caller looked: the payee gives them back instead.
        if (hasMovedVal(order)) throw new AppError('conflict', ORDER_MESSAGES.valMoved)
        return closing.close(tx, order, { by: by.id, reason: text })
      case 'remove':
        await closing.remove(tx, order)
        return audit.record(
          { actor: by.id, action: 'order.delete', subject: order.user._id, details: { order: id } },
          tx,
        )
    }
  }

  /** The message of a proposal stands in the request's conversation too. */
  const post = (tx: Queries, order: OrderView, { id }: Member, text: string) =>
    posting.post(tx, { ...threadOf(order), senderId: id, text, at: now() })

  /** Closing puts the stock back itself. */
  const changeStock = async (tx: Queries, { step, order }: Permitted): Promise<void> => {
    if (step === 'cancel') return
    const { stock } = STEPS[step] as { stock?: 'take' | 'putBack' }
    if (stock) await requestStock[stock](tx, order)
  }

  return {
    /** Returns the message for the user. */
    async take(step: SimpleStep, id: string, viewer: Member, details: StepDetails = {}): Promise<string> {
      // Checked once before any lock, and again under the lock.
      const { order: found } = permit(step, await orders.get(id, viewer), viewer, now())
      await store.transaction(async (tx) => {
        const other = step === 'remove' ? undefined : await findOther(tx, found, viewer)
        // The request would be open again, and only one side could end it.
        if (step === 'undoDeliver' && !other) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
        if (other) acting.refuseVolunteerAsParty(viewer, other.toId)
        await store.lock(tx, id)
        const permitted = permit(step, await orders.get(id, viewer, tx), viewer, now())
        // If one has blocked the other, a request can still be closed, but without a message, and not be agreed.
        const areBlocked = other !== undefined && (await blocks.areBlocked(tx, viewer.id, other.toId))
        const isAgreeing = AGREEING.includes(step) || (step === 'pay' && !permitted.order.agreedAt)
        if (areBlocked && isAgreeing) throw new AppError('conflict', ORDER_MESSAGES.recipientUnreachable)
        if (viewer.suspension && isAgreeing) throw new AppError('forbidden', suspendedMessage(viewer.suspension))
        const text = areBlocked ? '' : details.text
        await changeStock(tx, permitted)
        await apply(tx, permitted, { ...details, text })
        if (step === 'remove') return
        await store.restartTurn(tx, id, now())
        if (viewer.id === found.seller) {
          await store.recordAnswer(tx, id, now())
          await life(tx, viewer.id, orders.listingsOf(found))
        }
        // Closing a request of a ring breaks it: the job tells all its members.
        if (!other || (step === 'cancel' && permitted.order.ring)) return
        const order = await orders.get(id, viewer, tx)
        const words = step === 'propose' && text ? await post(tx, order, viewer, text) : text
        const content = STEP_MAILS[step]({ order, ...other, text: words })
        await notices.tell(tx, {
          member: other.toId,
          kind: 'step',
          text: content.subject,
          link: `/order/${id}`,
          mail: { content, quotes: text ? [viewer.id] : [] },
        })
      })
      return DONE[step]
    },
  }
}
