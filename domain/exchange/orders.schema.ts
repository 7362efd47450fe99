import { z } from 'zod'
import { ZIP_CODE_DIGITS, ZIP_CODE_INVALID, ZIP_CODE_PATTERN } from '#domain/accounts/members.ts'
import { type Proof, proofFields } from '#domain/accounts/passkeys.schema.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { Val } from '#domain/base/amounts.schema.ts'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { emptyAsMissing, pageNumber, wholeNumber } from '#domain/base/query-parameters.ts'
import { line, paragraph, requiredParagraph } from '#domain/base/text.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import {
  DEFAULT_PAYMENT_METHOD,
  MAX_ADDRESS,
  MAX_CANCEL_REASON,
  MAX_CITY,
  MAX_FULL_NAME,
  MAX_ITEMS,
  MAX_MAIL_BODY,
  MAX_ORDER_PAGE_SIZE,
  MAX_REQUEST_MESSAGE,
  ORDER_FILTERS,
  ORDER_PAGE_SIZE,
  ORDER_STATES,
  SETTLE_OUTCOMES,
} from '#domain/exchange/orders.ts'
import { MAX_STOCK, SECTIONS } from '#domain/market/listings.ts'
import { PAYMENT_STATUSES } from '#domain/val/transfers.ts'

const ZIP_CODE = new RegExp(`^${ZIP_CODE_PATTERN}$`)

const requiredLine = (max: number, message: string) =>
  z.preprocess(
    (value: string | null | undefined) => value ?? '',
    line(max).refine((text) => text.length > 0, message),
  )

const ShippingAddress = z.object({
  fullName: requiredLine(MAX_FULL_NAME, 'Scrivi nome e cognome.'),
  address: requiredLine(MAX_ADDRESS, 'Scrivi l’indirizzo.'),
  city: requiredLine(MAX_CITY, 'Scrivi la città.'),
  postalCode: requiredLine(ZIP_CODE_DIGITS, 'Scrivi il CAP.').refine((text) => ZIP_CODE.test(text), ZIP_CODE_INVALID),
  phone: z.preprocess(
    (value: string | number | null | undefined) => (typeof value === 'number' ? String(value) : (value ?? '')),
    Phone,
  ),
})
export type ShippingAddress = z.output<typeof ShippingAddress>

const OrderedItem = z.object({
  product: z.uuid('Annuncio sconosciuto.'),
  qty: z.preprocess(
    (value: string | number) => (typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value),
    z
      .number('Serve una quantità.')
      .int('Serve un numero intero.')
      .min(1, 'Ne serve almeno uno.')
      .max(MAX_STOCK, 'Sono troppi.'),
  ),
})
export type OrderedItem = z.output<typeof OrderedItem>

// Merges repeated listings into one item.
const OrderedItems = z
  .array(OrderedItem)
  .min(1, 'Il carrello è vuoto.')
  .max(MAX_ITEMS, `Al massimo ${MAX_ITEMS} annunci.`)
  .transform((list) => {
    const quantities = new Map<string, number>()
    for (const { product, qty } of list)
      quantities.set(product.toLowerCase(), (quantities.get(product.toLowerCase()) ?? 0) + qty)
    return [...quantities].map(([product, qty]) => ({ product, qty }))
  })

/** The totals that the person saw, in VAL and euro. */
const Expected = z.object({ val: Val, euro: Val })
export type Expected = z.output<typeof Expected>
// The browser always sends them; other programs may leave them out.
const expected = Expected.nullish().transform((value) => value ?? undefined)

/** Prices, totals and seller in the body are ignored: the server computes them from the listings. */
export const OrderRequest = z.object({
  orderItems: OrderedItems,
  /** An empty object counts as no address. */
  shippingAddress: z.preprocess(
    (value: Partial<z.input<typeof ShippingAddress>> | null | undefined) =>
      value && typeof value === 'object' && Object.keys(value).length === 0 ? null : value,
    ShippingAddress.nullish(),
  ),
  paymentMethod: z.preprocess((value: string | null | undefined) => value || DEFAULT_PAYMENT_METHOD, line(40)),
  /** Handed over in person, if the owner has no preference: no address is required. */
  inPerson: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  /** To the owner of the listings. */
  message: paragraph(MAX_REQUEST_MESSAGE)
    .nullish()
    .transform((value) => value ?? ''),
  /** For a «Cerco» it is the sum that the requester asks for. */
  expected,
})
export type OrderRequest = z.output<typeof OrderRequest>

const pageSize = emptyAsMissing(wholeNumber(1, MAX_ORDER_PAGE_SIZE).default(ORDER_PAGE_SIZE))
export const OrderPageQuery = z.object({ p: pageNumber, pageSize })
export type OrderPageQuery = z.output<typeof OrderPageQuery>
export const OrderQuery = OrderPageQuery.extend({
  /** Part of the name of a party or of a thing, or the beginning of the order's id. */
  q: emptyAsMissing(line(MAX_SEARCH).optional()),
  seller: emptyAsMissing(z.uuid('Offerente sconosciuto.').optional()),
  /** Only requests with an open problem, or without an answer for some days; for admins. */
  only: emptyAsMissing(z.enum(ORDER_FILTERS, 'Filtro sconosciuto.').optional()),
})
export type OrderQuery = z.output<typeof OrderQuery>

const OrderItemView = z.object({
  name: z.string(),
  image: z.string(),
  /** Null if the listing was deleted. */
  product: z.string().nullable(),
  qty: z.number(),
  priceVal: z.number(),
  priceEuro: z.number(),
  /** Of an event; null otherwise. */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  /** Of an event; empty otherwise. */
  place: z.string(),
  /** Whether the requester has reviewed the listing. */
  reviewed: z.boolean(),
})

export const OrderView = z.object({
  _id: z.string(),
  number: z.number(),
  createdAt: z.string(),
  user: z.object({ _id: z.string(), name: z.string() }),
  seller: z.string(),
  sellerName: z.string(),
  /** The name that the requester shows to others; `user.name` is the username. */
  requesterName: z.string(),
  kind: z.enum(SECTIONS),
  state: z.enum(ORDER_STATES),
  /** The sum for the whole request, and the member who proposed it. */
  terms: z.object({ val: z.number(), euro: z.number(), by: z.string(), at: z.string() }),
  /** The member who is awaited; null if nobody, or if it is up to either party or the association. */
  turn: z.string().nullable(),
  /** An open problem; `by` is null if the server opened it because nobody acted. */
  problem: z.object({ by: z.string().nullable(), text: z.string(), at: z.string() }).nullable(),
  /** How the association settled the last problem. */
  settled: z.object({ outcome: z.enum(SETTLE_OUTCOMES), reason: z.string(), at: z.string() }).nullable(),
  /** Whether the owner has acted: accepted, proposed or written. */
  answered: z.boolean(),
  /** The ring that the request is part of, until the ring breaks. */
  ring: z.string().nullable(),
  /** How many members the ring has; 0 without a ring. */
  ringMembers: z.number(),
  /** Member ids; payer and payee are null if nobody pays, giver if nothing is handed over. */
  payer: z.string().nullable(),
  payee: z.string().nullable(),
  giver: z.string().nullable(),
  /** The telephone of an owner without e-mail: only on the order's own page, for the parties and admins; else empty. */
  ownerPhone: z.string(),
  /** The parties without e-mail, who read and answer at the desk. */
  atDesk: z.array(z.string()),
  /** The parties whose accounts are suspended, and until when. */
  suspended: z.array(z.object({ member: z.string(), until: z.string().nullable() })),
  /** The buyer's contact details: only on the order's own page, for the parties and admins; null in lists. */
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  shippingAddress: z
    .object({
      fullName: z.string(),
      address: z.string(),
      city: z.string(),
      postalCode: z.string(),
      country: z.string(),
      phone: z.string(),
    })
    .nullable(),
  orderItems: z.array(OrderItemView),
  paymentMethod: z.string(),
  /** What the requester wrote with the request; empty for admins who are no party. */
  message: z.string(),
  itemsPriceVal: z.number(),
  itemsPriceEuro: z.number(),
  shippingPrice: z.number(),
  totalPriceVal: z.number(),
  totalPriceEuro: z.number(),
  agreedAt: z.string().nullable(),
  isPaid: z.boolean(),
  paidAt: z.string().nullable(),
  /** When the giver said that it was handed over. */
  handedOverAt: z.string().nullable(),
  isDelivered: z.boolean(),
  deliveredAt: z.string().nullable(),
  concludedAt: z.string().nullable(),
  /** When the request was closed, by whom, and why. */
  cancelledAt: z.string().nullable(),
  cancelledBy: z.string().nullable(),
  cancelReason: z.string(),
  expiredAt: z.string().nullable(),
  /** When the requester reviewed the last of what was requested; null while a listing is left to review. */
  reviewedAt: z.string().nullable(),
  /** Whether the viewer has said how the other person was. */
  feedbackGiven: z.boolean(),
  /** VAL transfer for this order; null if there is none. */
  payment: z
    .object({
      status: z.enum(PAYMENT_STATUSES),
      amount: z.number(),
      at: z.string(),
      /** Returned to the payer; a failed return can be retried. */
      returned: z.boolean(),
      /** Null if it was never returned. */
      returnStatus: z.enum(PAYMENT_STATUSES).nullable(),
    })
    .nullable(),
  /** Whether the mail of the request to the owner was queued; an owner without an address is told by the desk. */
  ownerMailed: z.boolean(),
  secondMailSent: z.boolean(),
  /** Whether the viewer has already sent a reminder. */
  notified: z.boolean(),
})
export type OrderView = z.infer<typeof OrderView>

// `order` is the id or the whole order.
const toOrderId = (value: string | { _id: string }) =>
  value && typeof value === 'object' && '_id' in value ? value._id : value

export const SecondMail = z.object({
  order: z.preprocess(toOrderId, z.uuid(ORDER_MESSAGES.notFound)),
  emailBody: requiredParagraph(MAX_MAIL_BODY, ORDER_MESSAGES.mailEmpty),
})
export type SecondMail = z.output<typeof SecondMail>

/** The body may be missing. */
export const Cancellation = z.preprocess(
  (value: ({ reason?: string | null } & Proof) | null | undefined) => ({ ...value, reason: value?.reason ?? '' }),
  z.object({ reason: paragraph(MAX_CANCEL_REASON), ...proofFields }),
)

/** The screens send the whole order; only its id is used. */
export const OrderReference = z.object({ _id: z.uuid(ORDER_MESSAGES.notFound) })
/** `resp_code`: 0 not mailed, 1 asked before, 2 mailed now. `byDesk`: the recipient has no address, and the desk tells them. */
export const MailingAnswer = z.object({ resp_code: z.literal([0, 1, 2]), byDesk: z.literal(true).optional() })
export type MailingAnswer = z.infer<typeof MailingAnswer>

export const PaymentRequest = z.object({ account: line(64), item: OrderedItems, expected, ...proofFields })
export type PaymentRequest = z.output<typeof PaymentRequest>
/** The body may be missing. */
export const TransferRequest = z.preprocess(
  (value: ({ expected?: Expected | null } & Proof) | null | undefined) => value ?? {},
  z.object({ expected, ...proofFields }),
)
export type TransferRequest = z.output<typeof TransferRequest>
const PaymentParty = z.object({ _id: z.string(), name: z.string() })
/** A payment without an order. */
export const UnclaimedPayment = z.object({
  _id: z.string(),
  payer: PaymentParty,
  payee: PaymentParty,
  amount: z.number(),
  items: z.array(z.object({ product: z.string().nullable(), name: z.string(), qty: z.number() })),
  at: z.string(),
})
export type UnclaimedPayment = z.infer<typeof UnclaimedPayment>

/** A transfer of VAL for a request, from or to the member. */
export const PaymentExport = z.object({
  at: z.string(),
  direction: z.enum(['out', 'in']),
  amount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  returned: z.boolean(),
  /** Null while there is none. */
  order: z.string().nullable(),
})
export type PaymentExport = z.infer<typeof PaymentExport>
