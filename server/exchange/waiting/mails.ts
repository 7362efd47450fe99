import { itemNames, nextText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived, hasBegun } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

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
  subject: `Tocca a te: ${itemNames(order)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `la richiesta per «${itemNames(order)}» ti aspetta da ${days} giorni.`,
    ...[nextText(order, to.id)].filter((text) => text !== undefined),
    deadlineText(order, days),
  ],
  action: actionOf(order),
})

/** To both parties. */
export const expiredMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `Richiesta scaduta: ${itemNames(order)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    order.state === 'sent'
      ? `la richiesta per «${itemNames(order)}» è scaduta: in ${EXPIRY_DAYS} giorni ${order.turn === to.id ? 'non hai risposto' : 'non è arrivata una risposta'}.`
      : `la richiesta per «${itemNames(order)}» è scaduta: in ${EXPIRY_DAYS} giorni nessuno ha fatto il passo successivo. Quello che era messo da parte torna disponibile.`,
  ],
  action: actionOf(order),
})

/** To both parties, when the receiver has not answered a handover. */
export const receivedByTimeMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `Vale come ricevuto: ${itemNames(order)}`,
  greeting: `Ciao ${to.shownName},`,
  paragraphs: [
    `«${itemNames(order)}» vale come ricevuto: la consegna è segnata da ${EXPIRY_DAYS} giorni e nessuno ha detto il contrario.`,
    'Se qualcosa non va, segnalalo dalla pagina della richiesta.',
  ],
  action: actionOf(order),
})
