// The steps of a request: who may take each, from which state, and what it changes. The API, screens, lists and mails read
// this table. Must not import zod: browsers load this file.
import { DAY_MS } from '#domain/base/dates.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import {
  hasMovedVal,
  isOpen,
  isReturning,
  isTransferring,
  type OrderRole,
  type OrderState,
  type OrderViewer,
  otherParty,
  type RuledOrder,
  receiverOf,
  rolesIn,
} from '#domain/exchange/orders.ts'
import { KINDS } from '#domain/market/kinds.ts'

/** A mistaken step can be undone for this long. */
const UNDO_MS = DAY_MS
/** The awaited party is reminded after so many days, and after the last of them the request expires. */
export const REMINDER_DAYS = [3, 7] as const
export const EXPIRY_DAYS = 14

type Refusal = (order: RuledOrder, context: { viewer: OrderViewer; now: Date }) => string | undefined
type Transition = {
  by: readonly OrderRole[]
  from: readonly OrderState[]
  /** Missing if the state does not change, changes once a transfer is confirmed, or returns to the one before. */
  to?: OrderState
  /** Takes the stock unless the request holds it, or puts back what it holds. */
  stock?: 'take' | 'putBack'
  /** Why the order does not allow it now, apart from its state. */
  refusal?: Refusal
}

const PARTIES = ['requester', 'owner'] as const
const ANY_STATE = ['sent', 'agreed', 'paid', 'delivered', 'concluded', 'closed', 'expired'] as const

const isRecent = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - new Date(at).getTime() < UNDO_MS

const isOver = ({ orderItems }: RuledOrder, now: Date): boolean =>
  orderItems.every(({ endsAt }) => endsAt !== null && new Date(endsAt) <= now)

const undoRefusal = (at: string | null, now: Date): string | undefined =>
  isRecent(at, now) ? undefined : ORDER_MESSAGES.tooLateToUndo

export const STEPS = {
  accept: {
    by: PARTIES,
    from: ['sent'],
    to: 'agreed',
    stock: 'take',
    refusal: ({ terms }, { viewer }) => (terms.by === viewer?.id ? ORDER_MESSAGES.notYourTurn : undefined),
  },
  propose: {
    by: PARTIES,
    from: ['sent', 'agreed'],
    to: 'sent',
    stock: 'putBack',
    refusal: (order) => {
      if (!KINDS[order.kind].payer) return ORDER_MESSAGES.nobodyPays
      if (order.ring) return ORDER_MESSAGES.inRing
      if (hasMovedVal(order)) return ORDER_MESSAGES.alreadyPaid
      return order.handedOverAt ? ORDER_MESSAGES.alreadyHandedOver : undefined
    },
  },
  cancel: {
    by: PARTIES,
    from: ['sent', 'agreed', 'paid'],
    to: 'closed',
    stock: 'putBack',
    refusal: (order, { viewer }) => {
      if (isReturning(order)) return ORDER_MESSAGES.alreadyReturned
      if (hasMovedVal(order)) {
        if (viewer?.id !== order.payee) return ORDER_MESSAGES.valMoved
        return isTransferring(order) ? ORDER_MESSAGES.transferPending : undefined
      }
      if (order.state === 'paid') return ORDER_MESSAGES.alreadyPaid
      return order.handedOverAt ? ORDER_MESSAGES.alreadyHandedOver : undefined
    },
  },
  transfer: {
    by: ['payer'],
    from: ['agreed'],
    refusal: (order) => {
      if (hasMovedVal(order)) return ORDER_MESSAGES.alreadyPaid
      return order.terms.val === 0 ? ORDER_MESSAGES.nothingToPay : undefined
    },
  },
  pay: {
    by: ['payee'],
    from: ['sent', 'agreed'],
    to: 'paid',
    stock: 'take',
    refusal: (order, { viewer }) => {
      if (isReturning(order)) return ORDER_MESSAGES.alreadyReturned
      if (isTransferring(order)) return ORDER_MESSAGES.transferPending
      // The requester has not seen the owner's own proposal yet.
      const isOwnProposal = order.state === 'sent' && order.terms.by === order.seller && viewer?.id === order.seller
      return isOwnProposal ? ORDER_MESSAGES.notYourTurn : undefined
    },
  },
  undoPay: {
    by: ['payee'],
    from: ['paid'],
    to: 'agreed',
    refusal: (order, { now }) => (hasMovedVal(order) ? ORDER_MESSAGES.valMoved : undoRefusal(order.paidAt, now)),
  },
  refund: {
    by: ['payee'],
    from: ANY_STATE,
    refusal: ({ payment }) => {
      if (payment?.returned) return ORDER_MESSAGES.alreadyReturned
      return payment?.status === 'confirmed' ? undefined : ORDER_MESSAGES.nothingToReturn
    },
  },
  handover: {
    by: ['giver'],
    from: ['agreed', 'paid'],
    refusal: (order) =>
      order.handedOverAt
        ? ORDER_MESSAGES.alreadyHandedOver
        : isReturning(order)
          ? ORDER_MESSAGES.alreadyReturned
          : undefined,
  },
  undoHandover: {
    by: ['giver'],
    from: ['agreed', 'paid'],
    refusal: ({ handedOverAt }, { now }) =>
      handedOverAt ? undoRefusal(handedOverAt, now) : ORDER_MESSAGES.notHandedOverYet,
  },
  deliver: {
    by: ['receiver'],
    from: ['agreed', 'paid'],
    to: 'delivered',
    refusal: (order) => {
      if (isReturning(order)) return ORDER_MESSAGES.alreadyReturned
      return order.state === 'agreed' && order.payer ? ORDER_MESSAGES.notPaidYet : undefined
    },
  },
  undoDeliver: {
    by: ['receiver'],
    from: ['delivered'],
    // A returned payment counts too: the reopened order would be paid, and could neither be paid again nor closed.
    refusal: ({ payment, settled, deliveredAt }, { now }) => {
      if (payment && payment.status !== 'failed') return ORDER_MESSAGES.deliveredForVal
      return settled ? ORDER_MESSAGES.settledByAssociation : undoRefusal(deliveredAt, now)
    },
  },
  conclude: {
    by: PARTIES,
    from: ['sent', 'agreed'],
    to: 'concluded',
    refusal: (order, { now }) => {
      if (KINDS[order.kind].end !== 'concluded') return ORDER_MESSAGES.notConcluded
      if (order.kind === 'avviso' && !isOver(order, now)) return ORDER_MESSAGES.eventNotOver
      return order.answered ? undefined : ORDER_MESSAGES.notAgreedYet
    },
  },
  problem: {
    by: PARTIES,
    from: ['agreed', 'paid', 'delivered', 'concluded'],
    refusal: ({ problem }) => (problem ? ORDER_MESSAGES.problemOpen : undefined),
  },
  withdrawProblem: {
    by: ['reporter'],
    from: ANY_STATE,
    refusal: ({ problem }) => (problem ? undefined : ORDER_MESSAGES.noProblem),
  },
  settle: {
    by: ['mediator'],
    from: ANY_STATE,
    refusal: (order) => {
      if (!order.problem) return ORDER_MESSAGES.noProblem
      if (isReturning(order)) return ORDER_MESSAGES.alreadyReturned
      return isTransferring(order) ? ORDER_MESSAGES.transferPending : undefined
    },
  },
  remove: {
    by: ['admin'],
    from: ANY_STATE,
    stock: 'putBack',
    refusal: ({ payment, state, settled }) => {
      // Also when the VAL were returned: the order is the only receipt of both transfers.
      if (state === 'paid' || state === 'delivered' || (payment && payment.status !== 'failed'))
        return ORDER_MESSAGES.paidNotRemovable
      // Either party may object to the decision, and what was given for good is not in stock again.
      return settled ? ORDER_MESSAGES.settledByAssociation : undefined
    },
  },
} as const satisfies Record<string, Transition>
export type OrderStep = keyof typeof STEPS

const transitionOf = (step: OrderStep): Transition => STEPS[step]

/** Why a step is refused in a state that it does not start from. */
const WRONG_STATE: Record<OrderState, string> = {
  sent: ORDER_MESSAGES.notAgreedYet,
  agreed: ORDER_MESSAGES.alreadyAgreed,
  paid: ORDER_MESSAGES.alreadyPaid,
  delivered: ORDER_MESSAGES.alreadyDelivered,
  concluded: ORDER_MESSAGES.alreadyConcluded,
  closed: ORDER_MESSAGES.alreadyCancelled,
  expired: ORDER_MESSAGES.alreadyExpired,
}
/** Steps that undo something not done yet. */
const NOT_DONE: Partial<Record<OrderStep, string>> = {
  undoPay: ORDER_MESSAGES.notPaidYet,
  undoDeliver: ORDER_MESSAGES.notDeliveredYet,
}

export const hasRoleFor = (step: OrderStep, order: RuledOrder, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).some((role) => transitionOf(step).by.includes(role))

/** Why the order does not allow a step now; undefined if it does. */
export const stepRefusal = (step: OrderStep, order: RuledOrder, viewer: OrderViewer, now: Date): string | undefined => {
  const { from, refusal } = transitionOf(step)
  if (!from.includes(order.state)) return (isOpen(order) ? NOT_DONE[step] : undefined) ?? WRONG_STATE[order.state]
  return refusal?.(order, { viewer, now })
}

export const canTakeStep = (step: OrderStep, order: RuledOrder, viewer: OrderViewer, now: Date): boolean =>
  hasRoleFor(step, order, viewer) && stepRefusal(step, order, viewer, now) === undefined

const payingTurn = (order: RuledOrder): string | null => {
  if (isTransferring(order)) return null
  // Euro are paid in person, and the payee confirms them.
  return hasMovedVal(order) || order.terms.val === 0 ? order.payee : order.payer
}

/** The party that is awaited: always one with a step to take. Null if nobody is, or if it is up to either party or the association. */
export const turnOf = (order: RuledOrder): string | null => {
  if (!isOpen(order) || order.problem || isReturning(order)) return null
  if (order.state === 'sent') return otherParty(order, order.terms.by)
  if (order.state === 'agreed' && order.payer) return payingTurn(order)
  return order.handedOverAt ? receiverOf(order) : order.giver
}
