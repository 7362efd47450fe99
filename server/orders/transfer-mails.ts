import { formatPrice } from '#domain/money.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import type { MailContent } from '#server/mail/render.ts'
import { type Correspondent, transferredText } from '#server/orders/mails.ts'

const actionOf = ({ _id }: OrderView) => ({ label: 'Vedo la richiesta', path: `/order/${_id}` })
const namesOf = ({ orderItems }: OrderView) => orderItems.map(({ name }) => name).join(', ')

/** To the payee, after the payer has transferred the VAL of an order. */
export const transferMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `${from.username} ti ha trasferito ${formatPrice({ val: order.totalPriceVal })}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `per la vostra richiesta: ${namesOf(order)}.`,
    transferredText(from.username, order.totalPriceVal, order.totalPriceEuro),
  ],
  action: actionOf(order),
  notes: ['Quando avrai ricevuto tutto, segnalo nella pagina della richiesta.'],
})

/** To the payer, after the payee has given the VAL back. */
export const refundMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `${from.username} ti restituisce ${formatPrice({ val: order.payment?.amount ?? 0 })}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `${from.username} ti restituisce i VAL della vostra richiesta: ${namesOf(order)}.`,
    ...(order.isDelivered ? [] : ['La richiesta è chiusa.']),
  ],
  action: actionOf(order),
  notes: [],
})
