import { itemNames, ORDER_TEXTS } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

/** A step of one party, for the mail to the other. */
export type TakenStep = { order: OrderView; from: Correspondent; to: Correspondent; toId: string; reason: string }

const stepMail = ({ order, to }: TakenStep, subject: string, paragraphs: string[]): MailContent => ({
  subject,
  greeting: `Ciao ${to.username},`,
  paragraphs,
  action: { label: 'Vedo la richiesta', path: `/order/${order._id}` },
})

/** Invites the requester to review the listing. */
const withReview = (mail: MailContent, { order, toId }: TakenStep): MailContent => {
  const listing = order.orderItems.find(({ product }) => product !== null)
  if (!listing || toId !== order.user._id) return mail
  return {
    ...mail,
    paragraphs: [...mail.paragraphs, 'Com’è andata? Una tua recensione aiuta chi viene dopo di te.'],
    action: { label: 'Scrivo una recensione', path: `/product/${listing.product}#recensioni` },
  }
}

export const paidMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.username} ha ricevuto il tuo pagamento`, [
    `${step.from.username} ha segnato come pagata la vostra richiesta: ${itemNames(step.order)}.`,
    `Quando avrai ricevuto tutto, segna «${ORDER_TEXTS[step.order.kind].receive}» nella pagina della richiesta.`,
  ])

export const paymentUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.username} si corregge: il pagamento non risulta ancora`, [
    `${step.from.username} aveva segnato per sbaglio come pagata la vostra richiesta: ${itemNames(step.order)}.`,
    'Se hai già pagato, sentitevi per chiarire.',
  ])

export const deliveredMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `${step.from.username} ha ricevuto: ${itemNames(step.order)}`, [
      `${step.from.username} ha segnato come consegnata la vostra richiesta: ${itemNames(step.order)}.`,
    ]),
    step,
  )

export const deliveryUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.username} si corregge: la consegna non risulta ancora`, [
    `${step.from.username} aveva segnato per sbaglio come consegnata la vostra richiesta: ${itemNames(step.order)}.`,
    'Se hai già consegnato, sentitevi per chiarire.',
  ])

export const concludedMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `${step.from.username} ha concluso la vostra richiesta`, [
      `${step.from.username} ha segnato come conclusa la vostra richiesta: ${itemNames(step.order)}.`,
    ]),
    step,
  )

export const cancelMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.username} ha chiuso ${ORDER_TEXTS[step.order.kind].request}`, [
    `${step.from.username} ha chiuso ${ORDER_TEXTS[step.order.kind].request}: ${itemNames(step.order)}.`,
    ...(step.reason ? [`Il motivo: ${step.reason}`] : []),
  ])
