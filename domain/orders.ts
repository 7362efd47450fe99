// The words and rules of orders. Apart from the schemas, so that a browser need not fetch a validator to show one.
export const DEFAULT_PAYMENT_METHOD = 'Concordato'
export const COUNTRY = 'Italia'
export const MAX_ITEMS = 50
export const MAX_MAIL_BODY = 2000
export const ORDER_PAGE_SIZE = 100
export const MAX_ORDER_PAGE_SIZE = 500

/** Where the same payment or order, asked for twice, says that it is the same. */
export const REPEAT_HEADER = 'idempotency-key'
export const MAX_REPEAT_KEY = 200
/** Pending: written down and on its way, it will be carried out once, whatever breaks. */
export const PAYMENT_STATUSES = ['confirmed', 'pending', 'failed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const ORDER_STATES = ['unpaid', 'paid', 'delivered'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export const ORDER_ROLES = ['buyer', 'seller', 'admin'] as const
export type OrderRole = (typeof ORDER_ROLES)[number]

/** What can happen to an order: from where to where, and by whose hand. */
export const STEPS = {
  pay: { from: 'unpaid', to: 'paid', by: 'seller' },
  deliver: { from: 'paid', to: 'delivered', by: 'buyer' },
  remove: { from: 'unpaid', to: 'gone', by: 'admin' },
} as const satisfies Record<string, { from: OrderState; to: OrderState | 'gone'; by: OrderRole }>
export type OrderStep = keyof typeof STEPS

type Parties = { user: { _id: string }; seller: string }
type Progress = { isPaid: boolean; isDelivered: boolean }
type Someone = { id: string; isAdmin: boolean } | null

export const stateOf = ({ isPaid, isDelivered }: Progress): OrderState => {
  if (isDelivered) return 'delivered'
  return isPaid ? 'paid' : 'unpaid'
}

export const rolesIn = (order: Parties, viewer: Someone): OrderRole[] => {
  if (!viewer) return []
  const plays: Record<OrderRole, boolean> = {
    buyer: viewer.id === order.user._id,
    seller: viewer.id === order.seller,
    admin: viewer.isAdmin,
  }
  return ORDER_ROLES.filter((role) => plays[role])
}

export const isParty = (order: Parties, viewer: Someone): boolean =>
  rolesIn(order, viewer).some((role) => role !== 'admin')

/** An order is for its two parties, and for admins. */
export const canSeeOrder = (order: Parties, viewer: Someone): boolean => rolesIn(order, viewer).length > 0

/** Whose orders a seller's list may hold: one's own; for an admin anybody's, and everybody's. */
export const canListOrders = (sellerId: string | undefined, viewer: Someone): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

export const canTakeStep = (step: OrderStep, order: Parties & Progress, viewer: Someone): boolean =>
  rolesIn(order, viewer).includes(STEPS[step].by) && stateOf(order) === STEPS[step].from

/** The buyer may write to the seller once more. */
export const canWriteAgain = (order: Parties & { secondMailSent: boolean }, viewer: Someone): boolean =>
  rolesIn(order, viewer).includes('buyer') && !order.secondMailSent

export const ORDER_MESSAGES = {
  missing: 'Questa richiesta non esiste.',
  // Verbatim, as in the specification's catalogue.
  needsAd: 'Per poter conttatare il offerente serve avere un prodotto in vetrina.',
  manySellers: 'Con una richiesta si contatta un solo offerente.',
  ownListing: 'Questo annuncio è tuo: non puoi farne richiesta.',
  listingGone: 'Uno degli annunci non è più in vetrina: toglilo dal carrello.',
  oneAtATime: 'Servizi, eventi e proposte si chiedono uno alla volta.',
  addressMissing: 'Scrivi dove consegnare.',
  paid: 'Pagamento registrato.',
  delivered: 'Consegna registrata.',
  removed: 'Richiesta cancellata.',
  paidAlready: 'Questa richiesta risulta già pagata.',
  notPaidYet: 'Questa richiesta non risulta ancora pagata.',
  deliveredAlready: 'Questa richiesta risulta già consegnata.',
  paidStays: 'Una richiesta pagata non si può cancellare.',
  mailEmpty: 'Scrivi il messaggio per l’offerente.',
  mailTwice: 'Hai già mandato la seconda e-mail per questa richiesta.',
  mailUnreachable: 'Questa persona non è più iscritta.',
  notYourWallet: 'Puoi pagare solo dal tuo portafoglio.',
  nothingToPay: 'Per questi annunci non ci sono VAL da pagare.',
  sellerWithoutWallet: 'L’offerente non ha ancora un portafoglio VAL: accordati per un altro pagamento.',
  keyInvalid: 'L’intestazione Idempotency-Key non è valida.',
} as const

export const soldOut = (name: string, left: number): string =>
  left === 0 ? `«${name}» non è più disponibile.` : `Di «${name}» ne restano solo ${left}.`
