// Separate from orders.schema.ts, so that browsers do not load zod to show an order.
import type { Section } from '#domain/market/listings.ts'
import type { PaymentStatus } from '#domain/val/transfers.ts'

export const DEFAULT_PAYMENT_METHOD = 'Concordato'
export const COUNTRY = 'Italia'
export const MAX_ITEMS = 50
export const MAX_FULL_NAME = 120
export const MAX_ADDRESS = 200
export const MAX_CITY = 80
export const MAX_MAIL_BODY = 2000
export const MAX_CANCEL_REASON = 500
/** The message that comes with a request or a proposal. */
export const MAX_REQUEST_MESSAGE = 2000
export const MAX_PROBLEM = 2000
export const ORDER_PAGE_SIZE = 100
export const MAX_ORDER_PAGE_SIZE = 500

/** Lists of requests that an admin looks after. */
export const ORDER_FILTERS = ['problem', 'unanswered'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

export const ORDER_STATES = ['sent', 'agreed', 'paid', 'delivered', 'concluded', 'closed', 'expired'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** States in which something is still to be done. */
export const OPEN_STATES = ['sent', 'agreed', 'paid'] as const satisfies OrderState[]

/** How the association settles a problem: the VAL go back to the payer, stay with the payee, or the request just ends. */
export const SETTLE_OUTCOMES = ['return', 'keep', 'close'] as const
export type SettleOutcome = (typeof SETTLE_OUTCOMES)[number]

export const ORDER_ROLES = [
  'requester',
  'owner',
  'payer',
  'payee',
  'giver',
  'receiver',
  /** The party that reported the open problem; either party if there is none. */
  'reporter',
  'admin',
  /** An admin who is not a party. */
  'mediator',
] as const
export type OrderRole = (typeof ORDER_ROLES)[number]

export type Parties = {
  user: { _id: string }
  seller: string
  payer: string | null
  payee: string | null
  giver: string | null
}
/** The parts of an order that its rules depend on. */
export type RuledOrder = Parties & {
  kind: Section
  state: OrderState
  terms: { val: number; euro: number; by: string }
  /** Whether the owner has acted: accepted, proposed or written. */
  answered: boolean
  orderItems: { endsAt: string | null }[]
  paidAt: string | null
  handedOverAt: string | null
  deliveredAt: string | null
  payment: { status: PaymentStatus; returned: boolean; returnStatus: PaymentStatus | null } | null
  problem: { by: string | null } | null
  settled: object | null
  ring: string | null
}
export type OrderViewer = { id: string; isAdmin: boolean } | null

/** Neither finished nor closed. */
export const isOpen = ({ state }: Pick<RuledOrder, 'state'>): boolean =>
  (OPEN_STATES as readonly OrderState[]).includes(state)

/** A finished exchange: delivered, or concluded after both sides acted. */
export const isFinished = ({ state, answered }: Pick<RuledOrder, 'state' | 'answered'>): boolean =>
  state === 'delivered' || (state === 'concluded' && answered)

export const receiverOf = ({ user, seller, giver }: Parties): string | null => {
  if (!giver) return null
  return giver === seller ? user._id : seller
}

export const otherParty = ({ user, seller }: Parties, memberId: string): string =>
  memberId === seller ? user._id : seller

const isPartyId = ({ user, seller }: Parties, id: string): boolean => id === user._id || id === seller

export const rolesIn = (
  order: Parties & { problem?: { by: string | null } | null },
  viewer: OrderViewer,
): OrderRole[] => {
  if (!viewer) return []
  const { id } = viewer
  const has: Record<OrderRole, boolean> = {
    requester: id === order.user._id,
    owner: id === order.seller,
    payer: id === order.payer,
    payee: id === order.payee,
    giver: id === order.giver,
    receiver: id === receiverOf(order),
    reporter: isPartyId(order, id) && (!order.problem || order.problem.by === id),
    admin: viewer.isAdmin,
    mediator: viewer.isAdmin && !isPartyId(order, id),
  }
  return ORDER_ROLES.filter((role) => has[role])
}

export const isParty = (order: Parties, viewer: OrderViewer): boolean => viewer !== null && isPartyId(order, viewer.id)

export const canSeeOrder = (order: Parties, viewer: OrderViewer): boolean => rolesIn(order, viewer).length > 0

/** Whether the viewer may list the orders of this seller, or all orders if `sellerId` is undefined. */
export const canListOrders = (sellerId: string | undefined, viewer: OrderViewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

/** Whether the transfer for this order is pending or confirmed, and has not been returned. */
export const hasMovedVal = ({ payment }: Pick<RuledOrder, 'payment'>): boolean =>
  payment !== null && payment.status !== 'failed' && payment.returnStatus !== 'confirmed'

/** Whether something has changed hands, so that an agreed request cannot simply end. */
export const hasBegun = (order: Pick<RuledOrder, 'payment' | 'paidAt' | 'handedOverAt'>): boolean =>
  hasMovedVal(order) || order.paidAt !== null || order.handedOverAt !== null

/** A handover that nobody disputes counts as received after the deadline, but only if both sides have acted. */
export const countsAsReceived = ({
  handedOverAt,
  answered,
  state,
  payer,
}: Pick<RuledOrder, 'handedOverAt' | 'answered' | 'state' | 'payer'>): boolean =>
  handedOverAt !== null && answered && (state === 'paid' || payer === null)

/** Whether the transfer of the VAL to the payee is not final yet. */
export const isTransferring = (order: Pick<RuledOrder, 'payment'>): boolean =>
  hasMovedVal(order) && order.payment?.status === 'pending'

/** Whether the return of the VAL is pending. Once it is confirmed, an order that is still open is closed. */
export const isReturning = ({ payment }: Pick<RuledOrder, 'payment'>): boolean => payment?.returnStatus === 'pending'

/** Blocking or suspending a party does not close such a request: its messages and steps stay open until it ends. */
export const mustStayOpen = (order: Pick<RuledOrder, 'state' | 'payment'>): boolean =>
  isOpen(order) && hasMovedVal(order)

export const canSendSecondMail = (order: Parties & { secondMailSent: boolean }, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).includes('requester') && !order.secondMailSent
