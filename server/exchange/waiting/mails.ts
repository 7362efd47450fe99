import { nextText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived, hasBegun } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import { withNameRefs } from '#server/exchange/orders/name-refs.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { orderRef } from '#server/talk/references/references.ts'

type Recipient = { id: string; shownName: string }

const actionOf = ({ _id }: OrderView) => ({ label: 'Vai alla richiesta', path: `/order/${_id}` })

const deadlineText = (order: OrderView, days: number): string => {
  const left = `Tra ${EXPIRY_DAYS - days} giorni`
  if (countsAsReceived(order)) return `${left} vale come ricevuto.`
  if (hasBegun(order)) return `${left} se ne occupa l’associazione.`
  return order.ring ? `${left} la richiesta scade, e l’anello si scioglie per tutti.` : `${left} la richiesta scade.`
}

/** To the party whose turn it is. */
export const awaitedMail = (order: OrderView, to: Recipient, days: number): MailContent => ({
  subject: `Tocca a te: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `la richiesta per «${orderRef(order._id)}» ti aspetta da ${days} giorni.`,
    ...[nextText(withNameRefs(order), to.id)].filter((text) => text !== undefined),
    deadlineText(order, days),
  ],
  action: actionOf(order),
})

/** To both parties. */
export const expiredMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `Richiesta scaduta: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    order.state === 'sent'
      ? `la richiesta per «${orderRef(order._id)}» è scaduta: in ${EXPIRY_DAYS} giorni ${order.turn === to.id ? 'non hai risposto' : 'non è arrivata una risposta'}.`
      : `la richiesta per «${orderRef(order._id)}» è scaduta: in ${EXPIRY_DAYS} giorni nessuno ha fatto il passo successivo. Quello che era messo da parte torna disponibile.`,
  ],
  action: actionOf(order),
})

/** To both parties, when the receiver has not answered a handover. */
export const receivedByTimeMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `Vale come ricevuto: ${orderRef(order._id)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `«${orderRef(order._id)}» vale come ricevuto: la consegna è segnata da ${EXPIRY_DAYS} giorni e nessuno ha detto il contrario.`,
    'Se qualcosa non va, segnalalo dalla pagina della richiesta.',
  ],
  action: actionOf(order),
})
