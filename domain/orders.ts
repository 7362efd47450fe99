// Separate from orders.schema.ts, so that browsers do not load zod to show an order.
export const DEFAULT_PAYMENT_METHOD = 'Concordato'
export const COUNTRY = 'Italia'
export const MAX_ITEMS = 50
export const MAX_FULL_NAME = 120
export const MAX_ADDRESS = 200
export const MAX_CITY = 80
export const MAX_POSTAL_CODE = 10
export const MAX_DELIVERY_PHONE = 20
/** Also the `pattern` of the form's field. */
export const DELIVERY_PHONE_PATTERN = `[+\\d][\\d ]{0,${MAX_DELIVERY_PHONE - 1}}`
export const DELIVERY_PHONE_INVALID = 'Il telefono ha solo cifre.'
export const MAX_MAIL_BODY = 2000
export const ORDER_PAGE_SIZE = 100
export const MAX_ORDER_PAGE_SIZE = 500

export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const MAX_IDEMPOTENCY_KEY = 200
/** Pending: stored, and will be executed exactly once. */
export const PAYMENT_STATUSES = ['confirmed', 'pending', 'failed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const ORDER_STATES = ['unpaid', 'paid', 'delivered'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export const ORDER_ROLES = ['buyer', 'seller', 'admin'] as const
export type OrderRole = (typeof ORDER_ROLES)[number]

/** State transitions of an order and the role that may trigger each. */
export const STEPS = {
  pay: { from: 'unpaid', to: 'paid', by: 'seller' },
  deliver: { from: 'paid', to: 'delivered', by: 'buyer' },
  remove: { from: 'unpaid', to: 'deleted', by: 'admin' },
} as const satisfies Record<string, { from: OrderState; to: OrderState | 'deleted'; by: OrderRole }>
export type OrderStep = keyof typeof STEPS

type Parties = { user: { _id: string }; seller: string }
type Progress = { isPaid: boolean; isDelivered: boolean }
type OrderViewer = { id: string; isAdmin: boolean } | null

export const stateOf = ({ isPaid, isDelivered }: Progress): OrderState => {
  if (isDelivered) return 'delivered'
  return isPaid ? 'paid' : 'unpaid'
}

export const rolesIn = (order: Parties, viewer: OrderViewer): OrderRole[] => {
  if (!viewer) return []
  const has: Record<OrderRole, boolean> = {
    buyer: viewer.id === order.user._id,
    seller: viewer.id === order.seller,
    admin: viewer.isAdmin,
  }
  return ORDER_ROLES.filter((role) => has[role])
}

export const isParty = (order: Parties, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).some((role) => role !== 'admin')

export const canSeeOrder = (order: Parties, viewer: OrderViewer): boolean => rolesIn(order, viewer).length > 0

/** Whether the viewer may list this seller's orders (all orders, if undefined). */
export const canListOrders = (sellerId: string | undefined, viewer: OrderViewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

export const canTakeStep = (step: OrderStep, order: Parties & Progress, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).includes(STEPS[step].by) && stateOf(order) === STEPS[step].from

export const canSendSecondMail = (order: Parties & { secondMailSent: boolean }, viewer: OrderViewer): boolean =>
  rolesIn(order, viewer).includes('buyer') && !order.secondMailSent

export const ORDER_MESSAGES = {
  notFound: 'Questa richiesta non esiste.',
  // Verbatim from the specification.
  needsAd: 'Per poter conttatare il offerente serve avere un prodotto in vetrina.',
  severalSellers: 'Con una richiesta si contatta un solo offerente.',
  ownListing: 'Questo annuncio è tuo: non puoi farne richiesta.',
  listingUnavailable: 'Uno degli annunci non è più in vetrina: toglilo dal carrello.',
  oneAtATime: 'Servizi, eventi e proposte si chiedono uno alla volta.',
  addressRequired: 'Scrivi dove consegnare.',
  paid: 'Pagamento registrato.',
  delivered: 'Consegna registrata.',
  removed: 'Richiesta cancellata.',
  alreadyPaid: 'Questa richiesta risulta già pagata.',
  notPaidYet: 'Questa richiesta non risulta ancora pagata.',
  alreadyDelivered: 'Questa richiesta risulta già consegnata.',
  paidNotRemovable: 'Una richiesta pagata non si può cancellare.',
  mailEmpty: 'Scrivi il messaggio per l’offerente.',
  mailAlreadySent: 'Hai già mandato la seconda e-mail per questa richiesta.',
  recipientDeleted: 'Questa persona non è più iscritta.',
  notYourWallet: 'Puoi pagare solo dal tuo portafoglio.',
  nothingToPay: 'Per questi annunci non ci sono VAL da pagare.',
  sellerWithoutWallet: 'L’offerente non ha ancora un portafoglio VAL: accordati per un altro pagamento.',
  idempotencyKeyInvalid: 'L’intestazione Idempotency-Key non è valida.',
} as const

export const soldOut = (name: string, left: number): string =>
  left === 0 ? `«${name}» non è più disponibile.` : `Di «${name}» ne restano solo ${left}.`
