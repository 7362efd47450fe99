import { hasMailbox } from '#domain/accounts/desk.ts'
import { dative, nameWithUsername } from '#domain/accounts/names.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { dueText, nextText, stillDue } from '#domain/exchange/order-texts.ts'
import type { OrderView, ShippingAddress } from '#domain/exchange/orders.schema.ts'
import { formatEventTime } from '#domain/market/events.ts'
import { KINDS } from '#domain/market/kinds.ts'
import { withNameRefs } from '#server/exchange/orders/name-refs.ts'
import type { Quote, QuotedItem } from '#server/exchange/orders/quote.ts'
import { HAND_OVER, requestTexts } from '#server/exchange/orders/request-texts.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { itemRef, orderRef } from '#server/talk/references/references.ts'

/** A party of an order, as shown in mails. */
export type Correspondent = { username: string; shownName: string; name: string; email: string; phone: string }
type Transfer = { val: number; isPending: boolean }
type Request = Quote & {
  buyer: Correspondent
  seller: Correspondent
  address: ShippingAddress | null
  /** From the requester, as typed. */
  message: string
  /** The VAL that the buyer has transferred, or is transferring. */
  transfer: Transfer | undefined
  orderId: string
  /** The sum for the whole request, in hundredths. */
  terms: { val: Hundredths; euro: Hundredths }
  /** Whether it needs no answer. */
  agreed: boolean
}

const orderPath = (id: string) => `/order/${id}`

const priceOf = ({ kind }: Pick<Request, 'kind'>, val: Hundredths, euro: Hundredths): string => {
  const price = formatPrice({ val: fromHundredths(val), euro: fromHundredths(euro) })
  return KINDS[kind].price === 'upTo' ? `fino a ${price}` : price
}

const eventLines = ({ startsAt, endsAt, place }: QuotedItem) => [
  ...(startsAt && endsAt ? [`Quando: ${formatEventTime(startsAt.toISOString(), endsAt.toISOString())}`] : []),
  ...(place ? [`Dove: ${place}`] : []),
]

const itemLines = (request: Request, item: QuotedItem, index: number): string[] => {
  const name = itemRef(request.orderId, index + 1)
  if (KINDS[request.kind].stock === 'none') return [name, ...eventLines(item)]
  const line = `${item.qty} × ${name}`
  return [request.payer ? `${line}: ${priceOf(request, item.priceVal, item.priceEuro)}` : line]
}

const itemsOf = (request: Request) => {
  const { items, kind, payer, terms } = request
  const sum = formatPrice({ val: fromHundredths(terms.val), euro: fromHundredths(terms.euro) })
  const total = payer ? [`${KINDS[kind].price === 'upTo' ? 'Somma chiesta' : 'Totale'}: ${sum}`] : []
  return [...items.flatMap((item, index) => itemLines(request, item, index)), ...total].join('\n')
}

/** What was transferred, and the euro still to be paid in person. */
export const transferredText = (payer: string, val: number, euro: number): string =>
  `${payer} ti ha trasferito ${formatPrice({ val })}.${stillDue(euro)}`

/** For the mail to the payee. */
const aboutTransfer = (payer: string, { val, isPending }: Transfer, due: number): string =>
  isPending
    ? `Il trasferimento di ${formatPrice({ val })} è in corso: ti scriviamo quando arriva.${stillDue(due)}`
    : transferredText(payer, val, due)

const givingBack = (payer: string): string =>
  `Quando hai ricevuto tutto, confermalo nella pagina della richiesta. Se invece non puoi, chiudila: i VAL tornano ${dative(payer)}.`

/** For the mail to the buyer. */
const aboutOwnTransfer = ({ val, isPending }: Transfer, due: number): string =>
  isPending
    ? `Il trasferimento di ${formatPrice({ val })} è in corso: se non riesce ti scriviamo.${stillDue(due)}`
    : `Hai trasferito ${formatPrice({ val })}.${stillDue(due)}`

// Members whom the desk registered with a paper card may have no mailbox.
const withEmail = ({ shownName, email }: Correspondent): string =>
  hasMailbox(email) ? `${shownName} (${email})` : shownName
const howToAnswer = ({ email }: Correspondent): string[] =>
  hasMailbox(email) ? [] : ['Chi ti ha contattato non ha un indirizzo e-mail: rispondi dalla pagina della richiesta.']

/** Headers that send a reply to this member instead of the association, unless a reply becomes a message. */
export const replyTo = ({ email }: Correspondent): Record<string, string> =>
  hasMailbox(email) ? { 'Reply-To': email } : {}

/** Name, e-mail and telephone, each on a line. */
export const contactLines = ({ name, username, email, phone }: Correspondent): string[] => [
  `Nome: ${nameWithUsername(name, username)}`,
  `E-mail: ${hasMailbox(email) ? email : 'nessuna, risponde tramite lo sportello'}`,
  `Telefono: ${phone || 'non indicato'}`,
]

const contactsOf = ({ buyer, address }: Request) =>
  [
    ...contactLines({ ...buyer, phone: buyer.phone || address?.phone || '' }),
    ...(address?.phone && buyer.phone && address.phone !== buyer.phone
      ? [`Telefono per la consegna: ${address.phone}`]
      : []),
  ].join('\n')

const deliveryText = ({ fullName, address, postalCode, city }: ShippingAddress) =>
  `Consegna:\n${fullName}\n${address}\n${postalCode} ${city}, Italia`
const deliveryOf = ({ address }: Request) => (address ? [deliveryText(address)] : [])

/** To the owner of the listing, when a member requests it. */
export const requestMail = (request: Request): MailContent => {
  const { buyer, seller, transfer, terms } = request
  const texts = requestTexts(request)
  const due = fromHundredths(terms.euro)
  return {
    subject: texts.subject(buyer.shownName, orderRef(request.orderId)),
    greeting: `Ciao ${seller.shownName},`,
    paragraphs: [
      texts.intro(buyer.shownName),
      itemsOf(request),
      ...(request.message ? [`${buyer.shownName} ti scrive:\n${request.message}`] : []),
      ...(transfer ? [aboutTransfer(buyer.shownName, transfer, due)] : []),
      transfer ? givingBack(buyer.shownName) : texts.next,
      `Ecco i contatti di ${buyer.shownName}:\n${contactsOf(request)}`,
      ...deliveryOf(request),
    ],
    action: { label: request.agreed ? 'Vai alla richiesta' : 'Rispondi', path: orderPath(request.orderId) },
    // A request with VAL in it does not expire.
    notes: transfer ? [] : texts.notes,
  }
}

const phonesOf = ({ items }: Request) => [...new Set(items.map(({ auxPhone }) => auxPhone).filter(Boolean))]

/** To the requester: a copy of the request. */
export const copyMail = (request: Request): MailContent => {
  const { buyer, seller, transfer, terms } = request
  const texts = requestTexts(request)
  const due = fromHundredths(terms.euro)
  return {
    subject: texts.copySubject(seller.shownName, orderRef(request.orderId)),
    greeting: `Ciao ${buyer.shownName},`,
    paragraphs: [
      texts.copyIntro(seller.shownName),
      itemsOf(request),
      ...(hasMailbox(seller.email)
        ? []
        : [`${seller.shownName} non ha un indirizzo e-mail: la tua richiesta arriva tramite lo sportello.`]),
      ...(request.message ? [`Il tuo messaggio:\n${request.message}`] : []),
      ...(transfer ? [aboutOwnTransfer(transfer, due)] : []),
      contactsOf(request),
      ...deliveryOf(request),
      ...phonesOf(request).map((phone) => `Telefono indicato nell’annuncio: ${phone}`),
      transfer ? HAND_OVER : texts.copyNext(seller.shownName),
    ],
    action: { label: 'Vai alla richiesta', path: orderPath(request.orderId) },
    notes: ['Se vuoi aggiungere qualcosa, scrivi dalla pagina della richiesta.'],
  }
}

/** To the owner: the payment had already created the request, and the requester adds an address or a message. */
export const completedMail = (
  order: OrderView,
  seller: Correspondent,
  buyer: Correspondent,
  { address, message }: { address: ShippingAddress | null; message: string },
): MailContent => ({
  subject: address
    ? `${buyer.shownName} ti dice dove consegnare: ${orderRef(order._id)}`
    : `${buyer.shownName} aggiunge qualcosa: ${orderRef(order._id)}`,
  greeting: `Ciao ${seller.shownName},`,
  paragraphs: [
    `${withEmail(buyer)} ha completato la richiesta per «${orderRef(order._id)}».`,
    ...(address ? [deliveryText(address)] : []),
    ...(message ? [`${buyer.shownName} ti scrive:\n${message}`] : []),
  ],
  action: { label: 'Vai alla richiesta', path: orderPath(order._id) },
  notes: howToAnswer(buyer),
})

/** The requester's text is included unchanged, as plain text. */
export const secondMail = (
  order: OrderView,
  seller: Correspondent,
  buyer: Correspondent,
  message: string,
): MailContent => ({
  subject: `${buyer.shownName} ti scrive ancora: ${orderRef(order._id)}`,
  greeting: `Ciao ${seller.shownName},`,
  paragraphs: [`${withEmail(buyer)} ti scrive ancora per la sua richiesta, «${orderRef(order._id)}»:`, message],
  action: { label: 'Vai alla richiesta', path: orderPath(order._id) },
  notes: howToAnswer(buyer),
})

/** A reminder of what is due; `toId` is the recipient. */
export const noticeMail = (order: OrderView, toId: string, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `${from.shownName} ti ricorda la vostra richiesta: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `${from.shownName} ti ricorda la vostra richiesta per «${orderRef(order._id)}».`,
    ...[dueText(withNameRefs(order)), nextText(withNameRefs(order), toId)].filter((text) => text !== undefined),
  ],
  action: { label: 'Vai alla richiesta', path: orderPath(order._id) },
  notes: ['Per ogni richiesta si può mandare un solo promemoria.'],
})
