import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { type Correspondent, transferredText } from '#server/exchange/orders/mails.ts'
import type { Payment } from '#server/exchange/payments/service.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { listingRef, orderRef } from '#server/talk/references/references.ts'

const actionOf = ({ _id }: OrderView) => ({ label: 'Vai alla richiesta', path: `/order/${_id}` })
const valOf = ({ amount }: Payment) => formatPrice({ val: fromHundredths(amount) })

/** To the payee, after the payer has transferred the VAL of an order. */
export const transferMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `${from.shownName} ti ha trasferito ${formatPrice({ val: order.terms.val })}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `${transferredText(from.shownName, order.terms.val, isOpen(order) ? order.terms.euro : 0)} È per la vostra richiesta, «${orderRef(order._id)}».`,
  ],
  action: actionOf(order),
  notes: isOpen(order) ? ['Quando hai ricevuto tutto, segnalo nella pagina della richiesta.'] : [],
})

/** To payer and payee, when the transfer of an order has failed. */
export const transferFailedMail = (
  order: OrderView,
  payment: Payment,
  to: { id: string; shownName: string },
): MailContent => ({
  subject: `Il trasferimento di ${valOf(payment)} non è riuscito`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `il trasferimento di ${valOf(payment)} per la vostra richiesta non è riuscito: «${orderRef(order._id)}».`,
    ...(to.id === payment.payerId && payment.transfer.failure ? [payment.transfer.failure] : []),
    ...(order.state === 'sent' ? ['La richiesta resta aperta e aspetta una risposta.'] : []),
    ...(order.state === 'agreed'
      ? ['La richiesta resta aperta: il trasferimento si può ripetere dalla sua pagina.']
      : []),
  ],
  action: actionOf(order),
})

const itemsOf = ({ quote }: Payment) =>
  (quote?.items ?? []).map(({ listingId, name }) => (listingId ? listingRef(listingId) : name)).join(', ')

/** To the payer, when the transfer for a cart has failed before its request was sent. */
export const cartFailedMail = (payment: Payment, to: string): MailContent => ({
  subject: `Il trasferimento di ${valOf(payment)} non è riuscito`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `il trasferimento di ${valOf(payment)} per ${itemsOf(payment)} non è riuscito: i VAL sono rimasti nel tuo portafoglio, e la richiesta non è partita.`,
    ...(payment.transfer.failure ? [payment.transfer.failure] : []),
  ],
  action: { label: 'Torna al carrello', path: '/cart' },
})

/** To payer and payee, after a payment without an order was given back. */
export const returnMail = (payment: Payment, to: string): MailContent => ({
  subject: `Restituzione di ${valOf(payment)}`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `il pagamento di ${valOf(payment)} per ${itemsOf(payment)} è tornato a chi l’aveva fatto: la richiesta non era mai partita.`,
  ],
  action: { label: 'Guarda i movimenti', path: '/portafoglio#movimenti' },
})

/** To the payee, when the transfer back to the payer has failed. */
export const returnFailedMail = (payment: Payment, to: string, path: string): MailContent => ({
  subject: `La restituzione di ${valOf(payment)} non è riuscita`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `la restituzione di ${valOf(payment)} non è riuscita: i VAL sono ancora nel tuo portafoglio, o li hai già spesi.`,
    'Quando li avrai di nuovo, potrai riprovare.',
  ],
  action: { label: 'Riprova', path },
})

/** To the payer, when the VAL are back. */
export const refundMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => {
  const val = formatPrice({ val: order.payment?.amount ?? 0 })
  return {
    subject: order.settled?.outcome === 'return' ? `Hai riavuto ${val}` : `${from.shownName} ti ha restituito ${val}`,
    greeting: `Ciao ${to.shownName},`,
    paragraphs: [
      `hai di nuovo nel portafoglio ${val}, che erano per la vostra richiesta, «${orderRef(order._id)}».`,
      ...(order.cancelReason ? [`Il motivo: ${order.cancelReason}`] : []),
      ...(order.isDelivered ? [] : ['La richiesta è chiusa.']),
    ],
    action: actionOf(order),
  }
}
