// Separate from orders.schema.ts, so that browsers do not load zod to show an order.
import { KINDS } from '#domain/market/kinds.ts'
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
/** The message that comes with a request. */
export const MAX_REQUEST_MESSAGE = 2000
export const ORDER_PAGE_SIZE = 100
export const MAX_ORDER_PAGE_SIZE = 500

export const ORDER_STATES = ['sent', 'paid', 'delivered', 'concluded', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]
const ORDER_ROLES = ['requester', 'owner', 'payer', 'payee', 'giver', 'receiver', 'admin'] as const
export type OrderRole = (typeof ORDER_ROLES)[number]

/** The steps of an order and the roles that may take each. */
export const STEPS = {
  pay: ['payee'],
  undoPay: ['payee'],
  deliver: ['receiver'],
  undoDeliver: ['receiver'],
  conclude: ['requester', 'owner'],
  cancel: ['requester', 'owner'],
  transfer: ['payer'],
  refund: ['payee'],
  remove: ['admin'],
} as const satisfies Record<string, readonly OrderRole[]>
export type OrderStep = keyof typeof STEPS

/** A mistaken step can be undone for this long. */
const UNDO_MS = 24 * 60 * 60 * 1000

type Parties = {
  user: { _id: string }
  seller: string
  payer: string | null
  payee: string | null
  giver: string | null
}
type Progress = {
  kind: Section
  totalPriceVal: number
  paidAt: string | null
  deliveredAt: string | null
  concludedAt: string | null
  cancelledAt: string | null
  payment: { status: PaymentStatus; returned: boolean; returnStatus: PaymentStatus | null } | null
}
export type OrderViewer = { id: string; isAdmin: boolean } | null

export const stateOf = ({
  paidAt,
  deliveredAt,
  concludedAt,
  cancelledAt,
}: Pick<Progress, 'paidAt' | 'deliveredAt' | 'concludedAt' | 'cancelledAt'>): OrderState => {
  if (cancelledAt) return 'cancelled'
  if (concludedAt) return 'concluded'
  if (deliveredAt) return 'delivered'
  return paidAt ? 'paid' : 'sent'
}

/** Neither finished nor closed. */
export const isOpen = (order: Parameters<typeof stateOf>[0]): boolean => ['sent', 'paid'].includes(stateOf(order))

export const receiverOf = ({ user, seller, giver }: Parties): string | null => {
  if (!giver) return null
  return giver === seller ? user._id : seller
}

export const rolesIn = (order: Parties, viewer: OrderViewer): OrderRole[] => {
  if (!viewer) return []
  const has: Record<OrderRole, boolean> = {
    requester: viewer.id === order.user._id,
    owner: viewer.id === order.seller,
    payer: viewer.id === order.payer,
    payee: viewer.id === order.payee,
    giver: viewer.id === order.giver,
    receiver: viewer.id === receiverOf(order),
    admin: viewer.isAdmin,
  }
  return ORDER_ROLES.filter((role) => has[role])
}

export const isParty = (order: Parties, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).some((role) => role !== 'admin')

export const canSeeOrder = (order: Parties, viewer: OrderViewer): boolean => rolesIn(order, viewer).length > 0

/** Whether the viewer may list the orders of this seller, or all orders if `sellerId` is undefined. */
export const canListOrders = (sellerId: string | undefined, viewer: OrderViewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

export const hasRoleFor = (step: OrderStep, order: Parties, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).some((role) => (STEPS[step] as readonly OrderRole[]).includes(role))

/** Whether the transfer for this order is pending or confirmed, and has not been returned. */
export const hasMovedVal = ({ payment }: Pick<Progress, 'payment'>): boolean =>
  payment !== null && payment.status !== 'failed' && payment.returnStatus !== 'confirmed'

/** Whether the return of the VAL is pending. Once it is confirmed, an order that is still open is cancelled. */
export const isReturning = ({ payment }: Pick<Progress, 'payment'>): boolean => payment?.returnStatus === 'pending'

const isRecent = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - new Date(at).getTime() < UNDO_MS

type StepOrder = Parties & Progress

const closedMessage = (state: OrderState): string | undefined => {
  if (state === 'cancelled') return ORDER_MESSAGES.alreadyCancelled
  if (state === 'concluded') return ORDER_MESSAGES.alreadyConcluded
  return state === 'delivered' ? ORDER_MESSAGES.alreadyDelivered : undefined
}

/** Why the order does not allow a step now; undefined if it does. */
const REFUSALS: Record<OrderStep, (order: StepOrder, state: OrderState, now: Date) => string | undefined> = {
  pay: (order, state) => {
    if (!order.payer) return ORDER_MESSAGES.nobodyPays
    if (isReturning(order)) return ORDER_MESSAGES.alreadyReturned
    return state === 'paid' ? ORDER_MESSAGES.alreadyPaid : closedMessage(state)
  },
  undoPay: (order, state, now) => {
    if (state !== 'paid') return closedMessage(state) ?? ORDER_MESSAGES.notPaidYet
    if (hasMovedVal(order)) return ORDER_MESSAGES.valMoved
    return isRecent(order.paidAt, now) ? undefined : ORDER_MESSAGES.tooLateToUndo
  },
  deliver: (order, state) => {
    if (!order.giver) return ORDER_MESSAGES.nothingToDeliver
    if (state === 'sent' && order.payer) return ORDER_MESSAGES.notPaidYet
    return closedMessage(state) ?? (isReturning(order) ? ORDER_MESSAGES.alreadyReturned : undefined)
  },
  undoDeliver: (order, state, now) => {
    if (state !== 'delivered') return state === 'cancelled' ? closedMessage(state) : ORDER_MESSAGES.notDeliveredYet
    // A returned payment counts too: the reopened order would be paid, and could neither be paid again nor cancelled.
    if (order.payment && order.payment.status !== 'failed') return ORDER_MESSAGES.deliveredForVal
    return isRecent(order.deliveredAt, now) ? undefined : ORDER_MESSAGES.tooLateToUndo
  },
  conclude: ({ kind }, state) => (KINDS[kind].end === 'concluded' ? closedMessage(state) : ORDER_MESSAGES.notConcluded),
  cancel: (order, state) => {
    if (state === 'paid') return ORDER_MESSAGES.alreadyPaid
    return closedMessage(state) ?? (hasMovedVal(order) ? ORDER_MESSAGES.valMoved : undefined)
  },
  transfer: (order, state) => {
    if (hasMovedVal(order)) return ORDER_MESSAGES.alreadyPaid
    if (!order.payer || order.totalPriceVal === 0) return ORDER_MESSAGES.nothingToPay
    return state === 'paid' ? ORDER_MESSAGES.alreadyPaid : closedMessage(state)
  },
  refund: (order) => {
    if (order.payment?.returned) return ORDER_MESSAGES.alreadyReturned
    return order.payment?.status === 'confirmed' ? undefined : ORDER_MESSAGES.nothingToReturn
  },
  // Also when the VAL were returned: the order is the only receipt of both transfers.
  remove: ({ payment }, state) =>
    state === 'paid' || state === 'delivered' || (payment && payment.status !== 'failed')
      ? ORDER_MESSAGES.paidNotRemovable
      : undefined,
}

export const stepRefusal = (step: OrderStep, order: StepOrder, now: Date): string | undefined =>
  REFUSALS[step](order, stateOf(order), now)

export const canTakeStep = (step: OrderStep, order: StepOrder, viewer: OrderViewer, now: Date): boolean =>
  hasRoleFor(step, order, viewer) && stepRefusal(step, order, now) === undefined

export const canSendSecondMail = (order: Parties & { secondMailSent: boolean }, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).includes('requester') && !order.secondMailSent

export const ORDER_MESSAGES = {
  notFound: 'Questa richiesta non esiste.',
  // Verbatim from the specification.
  needsAd: 'Per poter conttatare il offerente serve avere un prodotto in vetrina.',
  ownListing: 'Questo annuncio è tuo: non puoi farne richiesta.',
  listingUnavailable: 'Uno degli annunci non è più in vetrina: toglilo dal carrello.',
  oneAtATime: 'Servizi, eventi e proposte si chiedono uno alla volta.',
  addressRequired: 'Scrivi dove consegnare.',
  paid: 'Pagamento registrato.',
  delivered: 'Consegna registrata.',
  removed: 'Richiesta cancellata.',
  cancelled: 'Richiesta chiusa.',
  concluded: 'Richiesta conclusa.',
  undone: 'Conferma annullata.',
  alreadyPaid: 'Questa richiesta risulta già pagata.',
  notPaidYet: 'Questa richiesta non risulta ancora pagata.',
  alreadyDelivered: 'Questa richiesta risulta già consegnata.',
  alreadyConcluded: 'Questa richiesta è già conclusa.',
  alreadyCancelled: 'Questa richiesta è stata chiusa.',
  notDeliveredYet: 'Questa richiesta non risulta ancora consegnata.',
  nobodyPays: 'Per questa richiesta nessuno paga.',
  nothingToDeliver: 'Per questa richiesta non c’è niente da consegnare.',
  notConcluded: 'Questa richiesta si chiude con la consegna.',
  valMoved: 'Per questa richiesta sono già stati trasferiti dei VAL: chi li ha ricevuti può restituirli.',
  deliveredForVal: 'Per questa richiesta sono stati trasferiti dei VAL: il segno della consegna non si può togliere.',
  tooLateToUndo: 'Si può togliere il segno solo entro 24 ore.',
  alreadyReturned: 'I VAL di questa richiesta sono già stati restituiti.',
  nothingToReturn: 'Per questa richiesta non ci sono VAL da restituire.',
  paidNotRemovable: 'Una richiesta pagata non si può cancellare.',
  mailEmpty: 'Scrivi il messaggio per l’offerente.',
  mailAlreadySent: 'Hai già mandato la seconda e-mail per questa richiesta.',
  recipientDeleted: 'Questa persona non è più iscritta.',
  recipientUnreachable: 'Questa persona in questo momento non si può raggiungere.',
  notYourWallet: 'Puoi pagare solo dal tuo portafoglio.',
  nothingToPay: 'Per questi annunci non ci sono VAL da pagare.',
  ownerPays: 'Qui paga chi cerca: rispondi, e i VAL li trasferisce chi ha pubblicato l’annuncio.',
  withoutWallet: 'Questa persona non ha un portafoglio VAL: accordatevi per un altro pagamento.',
  paymentNotFound: 'Questo pagamento non esiste.',
  paymentNotUnclaimed: 'Questo pagamento ha già una richiesta o sta per averla: i VAL si restituiscono da lì.',
} as const

/** `total` as "3 VAL + 2,50 €". */
export const totalChanged = (total: string): string =>
  `Il totale è cambiato: adesso è ${total}. Non è stato trasferito né inviato niente: ricarica la pagina e controlla.`

export const noPlacesLeft = (name: string): string => `Per «${name}» non ci sono più posti.`

export const soldOut = (name: string, left: number): string =>
  left === 0 ? `«${name}» non è più disponibile.` : `Di «${name}» ne ${left === 1 ? 'resta' : 'restano'} solo ${left}.`
