import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { type Correspondent, transferredText } from '#server/exchange/orders/mails.ts'
import type { Payment } from '#server/exchange/payments/service.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

const actionOf = ({ _id }: OrderView) => ({ label: 'Vedo la richiesta', path: `/order/${_id}` })
const valOf = ({ amount }: Payment) => formatPrice({ val: fromHundredths(amount) })
const namesOf = ({ orderItems }: OrderView) => orderItems.map(({ name }) => name).join(', ')

/** To the payee, after the payer has transferred the VAL of an order. */
export const transferMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => ({
  subject: `${from.username} ti ha trasferito ${formatPrice({ val: order.terms.val })}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `per la vostra richiesta (${namesOf(order)}) ${transferredText(from.username, order.terms.val, order.terms.euro)}`,
  ],
  action: actionOf(order),
  notes: isOpen(order) ? ['Quando avrai ricevuto tutto, segnalo nella pagina della richiesta.'] : [],
})

/** To payer and payee, when the transfer of an order has failed. */
export const transferFailedMail = (
  order: OrderView,
  payment: Payment,
  to: { id: string; username: string },
): MailContent => ({
  subject: `Il trasferimento di ${valOf(payment)} non è riuscito`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `i VAL della vostra richiesta (${namesOf(order)}) non sono stati trasferiti.`,
    ...(to.id === payment.payerId && payment.transfer.failure ? [payment.transfer.failure] : []),
    ...(order.state === 'sent' ? ['La richiesta resta aperta, in attesa di una risposta.'] : []),
    ...(order.state === 'agreed'
      ? ['La richiesta resta aperta: il trasferimento si può ripetere dalla sua pagina.']
      : []),
  ],
  action: actionOf(order),
})

const itemsOf = ({ quote }: Payment) => (quote?.items ?? []).map(({ name }) => name).join(', ')

/** To payer and payee, after a payment without an order was given back. */
export const returnMail = (payment: Payment, to: string): MailContent => ({
  subject: `Restituzione di ${valOf(payment)}`,
  greeting: `Ciao ${to},`,
  paragraphs: [`il trasferimento per ${itemsOf(payment)} non aveva una richiesta: i VAL sono stati restituiti.`],
  action: { label: 'Vedo i movimenti', path: '/portafoglio#movimenti' },
})

/** To the payee, when the transfer back to the payer has failed. */
export const returnFailedMail = (payment: Payment, to: string, path: string): MailContent => ({
  subject: `La restituzione di ${valOf(payment)} non è riuscita`,
  greeting: `Ciao ${to},`,
  paragraphs: [
    `la restituzione di ${valOf(payment)} non è riuscita: i VAL sono ancora nel tuo portafoglio, o li hai già spesi.`,
    'Quando li hai di nuovo, puoi riprovare.',
  ],
  action: { label: 'Riprovo', path },
})

/** To the payer, when the VAL are back. */
export const refundMail = (order: OrderView, to: Correspondent, from: Correspondent): MailContent => {
  const val = formatPrice({ val: order.payment?.amount ?? 0 })
  return {
    subject: order.settled?.outcome === 'return' ? `Ti tornano ${val}` : `${from.username} ti restituisce ${val}`,
    greeting: `Ciao ${to.username},`,
    paragraphs: [
      `${val} della vostra richiesta (${namesOf(order)}) sono tornati nel tuo portafoglio.`,
      ...(order.cancelReason ? [`Il motivo: ${order.cancelReason}`] : []),
      ...(order.isDelivered ? [] : ['La richiesta è chiusa.']),
    ],
    action: actionOf(order),
  }
}
