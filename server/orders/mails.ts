import { formatEuro, formatPrice, formatVal, fromHundredths } from '#domain/money.ts'
import type { OrderView, ShippingAddress } from '#domain/orders.schema.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { MailContent } from '#server/mail/render.ts'
import type { QuotedItem } from '#server/orders/quote.ts'

/** A party of an order, as shown in mails. */
export type Correspondent = { username: string; name: string; email: string; phone: string; sellerName: string }
type Request = {
  buyer: Correspondent
  seller: Correspondent
  address: ShippingAddress | null
  items: QuotedItem[]
  totalVal: number
  totalEuro: number
  /** VAL already transferred. */
  transferred: number
  orderId: string
}

const orderPath = (id: string) => `/order/${id}`

const itemLine = ({ name, qty, priceVal, priceEuro }: QuotedItem) =>
  priceVal === 0 && priceEuro === 0
    ? `${qty} × ${name}`
    : `${qty} × ${name}: ${formatVal(fromHundredths(priceVal))} + ${formatEuro(fromHundredths(priceEuro))}`

const itemsOf = ({ items, totalVal, totalEuro }: Request) =>
  [
    ...items.map(itemLine),
    `Totale: ${formatVal(fromHundredths(totalVal))} + ${formatEuro(fromHundredths(totalEuro))}`,
  ].join('\n')

/** What was transferred, and what is still to be given by hand. */
export const transferredText = (payer: string, val: number, euro: number): string =>
  `${payer} ha trasferito ${formatPrice({ val })}.${euro > 0 ? ` Restano da dare di persona ${formatPrice({ euro })}.` : ''}`

const transferOf = ({ buyer, transferred, totalEuro }: Request) =>
  transferred > 0 ? [transferredText(buyer.username, transferred, fromHundredths(totalEuro))] : []

const contactsOf = ({ buyer, address }: Request) =>
  [
    `Nome: ${buyer.name} (${buyer.username})`,
    `E-mail: ${buyer.email}`,
    `Telefono: ${buyer.phone || address?.phone || 'non indicato'}`,
    ...(address?.phone && buyer.phone && address.phone !== buyer.phone
      ? [`Telefono per la consegna: ${address.phone}`]
      : []),
  ].join('\n')

const deliveryOf = ({ address }: Request) =>
  address ? [`Consegna:\n${address.fullName}\n${address.address}\n${address.postalCode} ${address.city}, Italia`] : []

export const requestMail = (request: Request, site: SiteSettings): MailContent => ({
  subject: `${request.buyer.username} ti contatta su ${site.associationName}`,
  greeting: `Ciao ${request.seller.username},`,
  paragraphs: [
    `${request.buyer.username} è interessato o interessata a quello che offri:`,
    itemsOf(request),
    ...transferOf(request),
    `Ecco come rispondere:\n${contactsOf(request)}`,
    ...deliveryOf(request),
    'Pagamento e consegna si concordano direttamente tra voi.',
  ],
  action: { label: 'Vedo la richiesta', path: orderPath(request.orderId) },
  notes: ['Quando avrai ricevuto il pagamento, segnalo nella pagina della richiesta.'],
})

const phonesOf = ({ items }: Request) => [...new Set(items.map(({ auxPhone }) => auxPhone).filter(Boolean))]

export const copyMail = (request: Request): MailContent => ({
  subject: `Copia della tua richiesta a ${request.seller.sellerName}`,
  greeting: `Ciao ${request.buyer.username},`,
  paragraphs: [
    `abbiamo inviato a ${request.seller.sellerName} la tua richiesta con i tuoi contatti:`,
    itemsOf(request),
    ...transferOf(request),
    contactsOf(request),
    ...deliveryOf(request),
    ...phonesOf(request).map((phone) => `Telefono indicato nell’annuncio: ${phone}`),
    'Pagamento e consegna si concordano direttamente tra voi.',
  ],
  action: { label: 'Vedo la mia richiesta', path: orderPath(request.orderId) },
  notes: ['Se vuoi aggiungere qualcosa, dalla pagina della richiesta puoi mandare una seconda e-mail.'],
})

/** The buyer's text is included unchanged, as plain text. */
export const secondMail = (
  order: OrderView,
  seller: Correspondent,
  buyer: Correspondent,
  message: string,
): MailContent => ({
  subject: `${buyer.username} aggiunge qualcosa alla sua richiesta`,
  greeting: `Ciao ${seller.username},`,
  paragraphs: [`${buyer.username} (${buyer.email}) ti scrive a proposito della sua richiesta:`, message],
  action: { label: 'Vedo la richiesta', path: orderPath(order._id) },
  notes: ['Rispondi a questo messaggio per scrivere direttamente a chi ti ha contattato.'],
})

export const cancelMail = (order: OrderView, to: Correspondent, from: Correspondent, reason: string): MailContent => ({
  subject: `${from.username} ha chiuso la vostra richiesta`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `${from.username} ha chiuso la richiesta: ${order.orderItems.map(({ name }) => name).join(', ')}.`,
    ...(reason ? [`Il motivo: ${reason}`] : []),
  ],
  action: { label: 'Vedo la richiesta', path: orderPath(order._id) },
  notes: [],
})

const stateText = ({ isPaid, isDelivered }: OrderView) => {
  if (isDelivered) return 'La richiesta risulta pagata e consegnata.'
  return isPaid ? 'La richiesta risulta pagata e non ancora consegnata.' : 'La richiesta non risulta ancora pagata.'
}

export const noticeMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `Una richiesta con ${from.username} ti aspetta`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `${from.username} ti ricorda la vostra richiesta: ${order.orderItems.map(({ name }) => name).join(', ')}.`,
    stateText(order),
  ],
  action: { label: 'Vedo la richiesta', path: orderPath(order._id) },
  notes: ['Per ogni richiesta si manda un solo promemoria.'],
})
