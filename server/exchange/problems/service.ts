import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Settlement } from '#domain/exchange/agreement.schema.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { itemNames } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal, mustStayOpen, otherParty } from '#domain/exchange/orders.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ExchangeHooks } from '#server/exchange/hooks.ts'
import type { ChangeStore } from '#server/exchange/orders/change-store.ts'
import type { Closing } from '#server/exchange/orders/closing.ts'
import { tellMediators } from '#server/exchange/orders/mediators.ts'
import { permit } from '#server/exchange/orders/permit.ts'
import type { Returns } from '#server/exchange/orders/returns.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import { isActive, type Payment, type PaymentsService } from '#server/exchange/payments/service.ts'
import { problemMail, problemWithdrawnMail, returnUndoneMail, settledMail } from '#server/exchange/problems/mails.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { orderRef } from '#server/talk/references/references.ts'
import type { Spending } from '#server/val/spending/service.ts'
import { type Sending, startTimer } from '#server/val/wallet/sending.ts'
import type { Transfer } from '#server/val/wallet/service.ts'

type Parts = {
  store: ChangeStore
  orders: OrdersService
  payments: PaymentsService
  returns: Returns
  sending: Sending
  spending: Spending
  closing: Closing
  members: MembersService
  notices: Notices
  acting: Acting
  blocks: Blocks
  limits: Limits
  audit: Audit
  hooks: ExchangeHooks
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>
/** Locked members of a request, and the admins. */
type People = { contacts: Contacts; admins: string[] }
/** A transfer back to the payee of a payment that was returned. */
export type PreparedUndo = { paymentId: string; transfer: Transfer }

export type Problems = ReturnType<typeof makeProblems>

const linkTo = ({ _id }: OrderView): string => `/order/${_id}`

/** "Qualcosa non va": a party asks the association to mediate, and an admin settles it. */
export const makeProblems = (parts: Parts) => {
  const { store, orders, payments, returns, sending, spending, closing, members, notices, acting } = parts
  const { blocks, limits, audit, hooks, now } = parts

  const tell = (tx: Queries, member: string, link: string, content: MailContent, kind: 'step' | 'decision' = 'step') =>
    notices.tell(tx, { member, kind, text: content.subject, link, mail: { content } })

  const tellAdmins = (tx: Queries, order: OrderView, admins: string[]): Promise<void> =>
    tellMediators(notices, tx, order, admins, `Qualcosa non va in una richiesta: ${orderRef(order._id)}`)

  const lockPeople = async (tx: Queries, { user, seller }: OrderView, others: string[] = []): Promise<People> => {
    const admins = await members.admins(tx, [user._id, seller, ...others])
    return { admins, contacts: await members.contacts(tx, [user._id, seller]) }
  }

  /** Locks members, then the order, and permits the step again. */
  const begin = async (
    tx: Queries,
    step: 'problem' | 'withdrawProblem' | 'settle',
    found: OrderView,
    viewer: Member,
  ) => {
    const people = await lockPeople(tx, found, [viewer.id])
    await store.lock(tx, found._id)
    const { order } = permit(step, await orders.get(found._id, viewer, tx), viewer, now())
    return { ...people, order }
  }

  /** Ends the problem and tells both parties why. */
  const record = async (
    tx: Queries,
    { order, contacts }: { order: OrderView; contacts: Contacts },
    settlement: Settlement,
    viewer: Member,
  ): Promise<void> => {
    const id = order._id
    await store.endProblem(tx, id)
    await store.settle(tx, id, { ...settlement, at: now() })
    await store.restartTurn(tx, id, now())
    const payeeId = settlement.outcome === 'return' ? order.payee : null
    const about = { orderId: id, title: itemNames(order), reason: settlement.reason, by: viewer.id }
    const decisionPath = payeeId ? await hooks.recordReturn(tx, { ...about, payeeId }) : undefined
    for (const to of contacts.values()) {
      const path = to.id === payeeId ? decisionPath : undefined
      await tell(tx, to.id, path ?? linkTo(order), settledMail(order, to, settlement, path), 'decision')
    }
    await audit.record(
      {
        actor: viewer.id,
        action: 'order.settle',
        subject: order.payee ?? order.seller,
        details: { order: id, outcome: settlement.outcome, reason: settlement.reason },
      },
      tx,
    )
  }

  /** A transfer of exactly what was paid for this request, from the payee back to the payer. */
  const prepareReturn = async ({ payerId, payeeId, amount }: Payment): Promise<Transfer> => {
    try {
      return await payments.prepare({ payerId: payeeId, payeeId: payerId, amount }, 'return')
    } catch (error) {
      if (error instanceof AppError && error.message === MESSAGES.insufficientBalance)
        throw new AppError('conflict', ORDER_MESSAGES.payeeLacksVal)
      throw error
    }
  }

  const settleByReturn = async (found: OrderView, settlement: Settlement, viewer: Member): Promise<void> => {
    const timer = startTimer()
    const paid = await payments.ofOrder(found._id)
    if (!paid || !isActive(paid) || paid.transfer.state !== 'confirmed')
      throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
    const transfer = await prepareReturn(paid)
    const { payment, giveBack } = await sending.commit(timer, async (tx) => {
      const settling = await begin(tx, 'settle', found, viewer)
      if (!settling.contacts.has(paid.payerId)) throw new AppError('conflict', ORDER_MESSAGES.recipientDeleted)
      const locked = await payments.lock(tx, paid.id)
      if (!locked || !isActive(locked)) throw new AppError('conflict', ORDER_MESSAGES.nothingToReturn)
      await store.setCancelReason(tx, found._id, settlement.reason)
      await record(tx, settling, settlement, viewer)
      const returnId = await spending.intendWithoutPayer(tx, locked.payerId, transfer)
      return { payment: locked, giveBack: await payments.giveBack(tx, locked, returnId) }
    })
    await returns.answer(payment, giveBack, timer)
  }

  const settleWithoutReturn = (found: OrderView, settlement: Settlement, viewer: Member): Promise<void> =>
    store.transaction(async (tx) => {
      const settling = await begin(tx, 'settle', found, viewer)
      const { outcome, reason } = settlement
      if (outcome === 'close' && hasMovedVal(settling.order))
        throw new AppError('conflict', ORDER_MESSAGES.outcomeNeedsDecision)
      await record(tx, settling, settlement, viewer)
      await closing.close(tx, settling.order, { by: viewer.id, reason, keepsStock: outcome === 'keep' })
    })

  return {
    async open(id: string, viewer: Member, text: string): Promise<string> {
      await limits.take('message', viewer.id)
      const { order: found } = permit('problem', await orders.get(id, viewer), viewer, now())
      await store.transaction(async (tx) => {
        const toId = otherParty(found, viewer.id)
        const { order, contacts, admins } = await begin(tx, 'problem', found, viewer)
        acting.refuseVolunteerAsParty(viewer, toId)
        await store.openProblem(tx, id, { by: viewer.id, text, at: now() })
        const [from, to] = [contacts.get(viewer.id), contacts.get(toId)]
        // After a block the text is for the association alone, unless VAL have moved.
        const isSilent = !mustStayOpen(order) && (await blocks.areBlocked(tx, viewer.id, toId))
        if (from && to) await tell(tx, toId, linkTo(order), problemMail(order, to, !isSilent, from.shownName))
        await tellAdmins(tx, order, admins)
      })
      return ORDER_MESSAGES.problemOpened
    },

    /** For a deadline that passed while something had changed hands. The caller has locked the people and the order. */
    async openByServer(tx: Queries, order: OrderView, text: string, { contacts, admins }: People): Promise<void> {
      await store.openProblem(tx, order._id, { by: null, text, at: now() })
      for (const to of contacts.values()) await tell(tx, to.id, linkTo(order), problemMail(order, to, true))
      await tellAdmins(tx, order, admins)
    },

    async withdraw(id: string, viewer: Member): Promise<string> {
      const { order: found } = permit('withdrawProblem', await orders.get(id, viewer), viewer, now())
      await store.transaction(async (tx) => {
        const { order, contacts } = await begin(tx, 'withdrawProblem', found, viewer)
        acting.refuseVolunteerAsParty(viewer, otherParty(order, viewer.id))
        await store.endProblem(tx, id)
        await store.restartTurn(tx, id, now())
        const toId = otherParty(order, viewer.id)
        const [from, to] = [contacts.get(viewer.id), contacts.get(toId)]
        if (from && to) await tell(tx, toId, linkTo(order), problemWithdrawnMail(order, to, from.shownName))
      })
      return ORDER_MESSAGES.problemWithdrawn
    },

    async settle(id: string, viewer: Member, settlement: Settlement): Promise<string> {
      const { order } = permit('settle', await orders.get(id, viewer), viewer, now())
      await (settlement.outcome === 'return' ? settleByReturn : settleWithoutReturn)(order, settlement, viewer)
      return ORDER_MESSAGES.settled
    },

    /** The parties of a request, to be locked before `undoReturn`. */
    async parties(tx: Queries, orderId: string): Promise<string[]> {
      const order = await orders.read(orderId, tx)
      return order ? [order.seller, order.user._id] : []
    },

    /** The transfer for `undoReturn`, checked on the chain before the transaction; undefined if it is not possible. */
    async prepareUndo(orderId: string): Promise<PreparedUndo | undefined> {
      const payment = await payments.ofOrder(orderId)
      if (!payment?.giveBack || payment.giveBack.state === 'failed') return undefined
      const { id, payerId, payeeId, amount } = payment
      try {
        return { paymentId: id, transfer: await payments.prepare({ payerId, payeeId, amount }, 'payment') }
      } catch (error) {
        if (error instanceof AppError && error.kind === 'conflict') return undefined
        throw error
      }
    },

    /**
     * After an objection: transfers the VAL of a return to the payee again, and tells both. False if the return had failed, so
     * that the payee has them. Throws if the payer no longer has them.
     */
    async undoReturn(tx: Queries, orderId: string, prepared: PreparedUndo | undefined): Promise<boolean> {
      await store.lock(tx, orderId)
      const [order, payment] = [await orders.read(orderId, tx), await payments.ofOrder(orderId, tx)]
      if (!order?.settled || !payment?.giveBack || payment.giveBack.state === 'failed') return false
      if (payment.isReturning) throw new AppError('conflict', ORDER_MESSAGES.transferPending)
      const { id, payerId, payeeId, amount } = payment
      const parties = await members.contacts(tx, [payerId, payeeId])
      if (!parties.has(payeeId)) throw new AppError('conflict', ORDER_MESSAGES.payeeHasLeft)
      if (prepared?.paymentId !== id) throw new AppError('conflict', ORDER_MESSAGES.payerLacksVal)
      const transferId = await spending.intendWithoutPayer(tx, payeeId, prepared.transfer)
      const added = await payments.addForOrder(tx, { payerId, payeeId, orderId, amount, transferId })
      await store.settle(tx, orderId, { outcome: 'keep', reason: order.settled.reason, at: now() })
      await jobs.add(tx, 'tell-payment', { id: added.id })
      for (const to of parties.values()) await tell(tx, to.id, linkTo(order), returnUndoneMail(order, to), 'decision')
      return true
    },
  }
}
