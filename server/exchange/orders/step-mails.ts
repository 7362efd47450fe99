import { formatPrice } from '#domain/base/money.ts'
import { itemNames, nextText, ORDER_TEXTS, STEP_LABELS, totalText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS, type OrderStep } from '#domain/exchange/steps.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

/** A step of one party, for the mail to the other. */
export type TakenStep = {
  order: OrderView
  from: Correspondent
  to: Correspondent
  toId: string
  text: string | undefined
}

const nextOf = ({ order, toId }: TakenStep): string[] => [nextText(order, toId)].filter((text) => text !== undefined)

const stepMail = ({ order, to }: TakenStep, subject: string, paragraphs: string[]): MailContent => ({
  subject,
  greeting: `Ciao ${to.shownName},`,
  paragraphs,
  action: { label: 'Vai alla richiesta', path: `/order/${order._id}` },
})

/** Invites the requester to review the listing. */
const withReview = (mail: MailContent, { order, toId }: TakenStep): MailContent => {
  const listing = order.orderItems.find(({ product }) => product !== null)
  if (!listing || toId !== order.user._id) return mail
  return {
    ...mail,
    paragraphs: [...mail.paragraphs, 'Com’è andata? Una recensione aiuta chi viene dopo di te.'],
    action: { label: 'Scrivi una recensione', path: `/product/${listing.product}#recensioni` },
  }
}

const acceptedMail = (step: TakenStep): MailContent => {
  const sum = totalText(step.order)
  return stepMail(step, `${step.from.shownName} ha accettato: ${itemNames(step.order)}`, [
    `${step.from.shownName} ha accettato ${ORDER_TEXTS[step.order.kind].request} per «${itemNames(step.order)}»${sum ? `, a ${sum}` : ''}.`,
    ...nextOf(step),
  ])
}

const proposedMail = (step: TakenStep): MailContent => {
  const sum = formatPrice(step.order.terms)
  return stepMail(step, `${step.from.shownName} propone ${sum}: ${itemNames(step.order)}`, [
    `${step.from.shownName} propone ${sum} per «${itemNames(step.order)}».`,
    ...(step.text ? [`${step.from.shownName} ti scrive:\n${step.text}`] : []),
    ...nextOf(step),
  ])
}

const handedOverMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} dice di averti consegnato: ${itemNames(step.order)}`, [
    `${step.from.shownName} dice di averti consegnato «${itemNames(step.order)}».`,
    step.order.payer && step.order.state === 'agreed'
      ? 'Resta da pagare: quando il pagamento è confermato, segna che hai ricevuto.'
      : `Se hai ricevuto tutto, segna «${STEP_LABELS.deliver}»; se qualcosa non va, scrivilo nella stessa pagina.${countsAsReceived(step.order) ? ` Senza risposta, dopo ${EXPIRY_DAYS} giorni vale come ricevuto.` : ''}`,
  ])

const handoverUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} si corregge, non ha ancora consegnato: ${itemNames(step.order)}`, [
    `${step.from.shownName} aveva segnato per sbaglio di aver consegnato «${itemNames(step.order)}».`,
  ])

const paidMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} ha ricevuto il tuo pagamento: ${itemNames(step.order)}`, [
    `${step.from.shownName} conferma di aver ricevuto il tuo pagamento per «${itemNames(step.order)}».`,
    ...nextOf(step),
  ])

const paymentUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} si corregge, il pagamento non è ancora arrivato: ${itemNames(step.order)}`, [
    `${step.from.shownName} aveva segnato per sbaglio di aver ricevuto il pagamento per «${itemNames(step.order)}».`,
    'Se hai già pagato, sentitevi per chiarire.',
  ])

const deliveredMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `${step.from.shownName} ha ricevuto: ${itemNames(step.order)}`, [
      `${step.from.shownName} conferma di aver ricevuto «${itemNames(step.order)}»: lo scambio è concluso.`,
    ]),
    step,
  )

const deliveryUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} si corregge, non ha ancora ricevuto: ${itemNames(step.order)}`, [
    `${step.from.shownName} aveva segnato per sbaglio di aver ricevuto «${itemNames(step.order)}».`,
    'Se hai già consegnato, sentitevi per chiarire.',
  ])

const concludedMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `Concluso con ${step.from.shownName}: ${itemNames(step.order)}`, [
      `${step.from.shownName} ha segnato come concluso «${itemNames(step.order)}».`,
    ]),
    step,
  )

const cancelMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} ha chiuso ${ORDER_TEXTS[step.order.kind].request}: ${itemNames(step.order)}`, [
    `${step.from.shownName} ha chiuso ${ORDER_TEXTS[step.order.kind].request} per «${itemNames(step.order)}».`,
    ...(step.text ? [`Il motivo: ${step.text}`] : []),
  ])

/** The mail to the other party about each step. */
export const STEP_MAILS = {
  accept: acceptedMail,
  propose: proposedMail,
  pay: paidMail,
  undoPay: paymentUndoneMail,
  handover: handedOverMail,
  undoHandover: handoverUndoneMail,
  deliver: deliveredMail,
  undoDeliver: deliveryUndoneMail,
  conclude: concludedMail,
  cancel: cancelMail,
} as const satisfies Partial<Record<OrderStep, (step: TakenStep) => MailContent>>
