import { itemNames, nextText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived, hasBegun } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type Recipient = { id: string; username: string }

const actionOf = ({ _id }: OrderView) => ({ label: 'Vedo la richiesta', path: `/order/${_id}` })

const deadlineText = (order: OrderView, days: number): string => {
  const left = `Tra ${EXPIRY_DAYS - days} giorni`
  if (countsAsReceived(order)) return `${left} vale come ricevuta.`
  if (hasBegun(order)) return `${left} se ne occupa l’associazione.`
  return order.ring ? `${left} scade, e l’anello si scioglie per tutti.` : `${left} scade.`
}

/** To the party whose turn it is. */
export const awaitedMail = (order: OrderView, to: Recipient, days: number): MailContent => ({
  subject: `Tocca a te: ${itemNames(order)}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `questa richiesta ti aspetta da ${days} giorni: ${itemNames(order)}.`,
    ...[nextText(order, to.id)].filter((text) => text !== undefined),
    deadlineText(order, days),
  ],
  action: actionOf(order),
})

/** To both parties. */
export const expiredMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `È scaduta la richiesta: ${itemNames(order)}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    order.state === 'sent'
      ? `per ${EXPIRY_DAYS} giorni ${order.turn === to.id ? 'non hai risposto' : 'non è arrivata una risposta'}: la richiesta per ${itemNames(order)} è scaduta.`
      : `per ${EXPIRY_DAYS} giorni nessuno ha fatto il passo successivo: la richiesta per ${itemNames(order)} è scaduta, e quello che era messo da parte torna disponibile.`,
  ],
  action: actionOf(order),
})

/** To both parties, when the receiver has not answered a handover. */
export const receivedByTimeMail = (order: OrderView, to: Recipient): MailContent => ({
  subject: `Consegna registrata: ${itemNames(order)}`,
  greeting: `Ciao ${to.username},`,
  paragraphs: [
    `sono passati ${EXPIRY_DAYS} giorni dalla consegna segnata per ${itemNames(order)} e nessuno ha detto il contrario: vale come ricevuta.`,
    'Se qualcosa non va, segnalalo dalla pagina della richiesta.',
  ],
  action: actionOf(order),
})
