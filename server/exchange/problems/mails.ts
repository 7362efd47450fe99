import { dative } from '#domain/accounts/names.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { Settlement } from '#domain/exchange/agreement.schema.ts'
import { outcomeText } from '#domain/exchange/order-page-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { withNameRefs } from '#server/exchange/orders/name-refs.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { nameRef, orderRef, problemRef } from '#server/talk/references/references.ts'

type Recipient = { id: string; shownName: string }

const actionOf = ({ _id }: OrderView) => ({ label: 'Vai alla richiesta', path: `/order/${_id}` })

/** To the other party, or to both if nobody acted. */
export const problemMail = (order: OrderView, to: Recipient, isQuoted: boolean, from?: string): MailContent => ({
  subject: `Qualcosa non va: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    from
      ? `${from} ha segnalato all’associazione che qualcosa non va nella vostra richiesta per «${orderRef(order._id)}».`
      : `la vostra richiesta per «${orderRef(order._id)}» è ferma.`,
    ...(isQuoted ? [problemRef(order._id)] : []),
    'L’associazione legge la richiesta con i messaggi e vi scrive. Intanto potete sempre mettervi d’accordo tra voi.',
  ],
  action: actionOf(order),
})

export const problemWithdrawnMail = (order: OrderView, to: Recipient, from: string): MailContent => ({
  subject: `Risolto: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [`${from} dice che il problema è risolto: la richiesta per «${orderRef(order._id)}» va avanti.`],
  action: actionOf(order),
})

/** To both parties; `decisionPath` for the payee, who can object to a return. */
export const settledMail = (
  order: OrderView,
  to: Recipient,
  { outcome, reason }: Settlement,
  decisionPath: string | undefined,
): MailContent => ({
  subject: `L’associazione ha deciso: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `sulla vostra richiesta per «${orderRef(order._id)}» l’associazione ha deciso così: ${outcomeText(withNameRefs(order), outcome)}`,
    `Il motivo: ${reason}`,
    ...(decisionPath ? ['Se non sei d’accordo puoi fare ricorso, una volta, dalla pagina della decisione.'] : []),
  ],
  action: decisionPath ? { label: 'Leggi la decisione', path: decisionPath } : actionOf(order),
})

/** To payer and payee, when an objection to a return was accepted. */
export const returnUndoneMail = (order: OrderView, to: Recipient): MailContent => {
  const val = formatPrice({ val: order.payment?.amount ?? 0 })
  return {
    subject: `La decisione è cambiata: ${orderRef(order._id)}`,
    greeting: `Ciao ${to.shownName},`,
    paragraphs: [
      `sulla vostra richiesta per «${orderRef(order._id)}» l’associazione ha accolto un ricorso: i VAL (${val}) tornano da ${nameRef(order.payer ?? '')} ${dative(nameRef(order.payee ?? ''))}.`,
    ],
    action: actionOf(order),
  }
}
