import { formatPrice } from '#domain/base/money.ts'
import { nextText, ORDER_TEXTS, STEP_LABELS, totalText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { countsAsReceived, hasMovedVal } from '#domain/exchange/orders.ts'
import { EXPIRY_DAYS, type OrderStep } from '#domain/exchange/steps.ts'
import type { Correspondent } from '#server/exchange/orders/mails.ts'
import { withNameRefs } from '#server/exchange/orders/name-refs.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { orderRef } from '#server/talk/references/references.ts'

/** A step of one party, for the mail to the other. */
export type TakenStep = {
  order: OrderView
  from: Correspondent
  to: Correspondent
  toId: string
  text: string | undefined
}

const nextOf = ({ order, toId }: TakenStep): string[] =>
  [nextText(withNameRefs(order), toId)].filter((text) => text !== undefined)

const stepMail = ({ order, to }: TakenStep, subject: string, paragraphs: string[]): MailContent => ({
  subject,
  greeting: `Ciao ${to.shownName},`,
  paragraphs,
  action: { label: 'Vai alla richiesta', path: `/order/${order._id}` },
})

/** Invites the requester to review the listing. */
const withReview = (mail: MailContent, { order, toId }: TakenStep): MailContent => {
  const listing = order.orderItems.find(({ product, reviewed }) => product !== null && !reviewed)
  if (!listing || toId !== order.user._id) return mail
  return {
    ...mail,
    paragraphs: [...mail.paragraphs, 'Com’è andata? Una recensione aiuta chi viene dopo di te.'],
    action: { label: 'Scrivi una recensione', path: `/product/${listing.product}#recensioni` },
  }
}

const acceptedMail = (step: TakenStep): MailContent => {
  const sum = totalText(step.order)
  return stepMail(step, `${step.from.shownName} ha accettato: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} ha accettato ${ORDER_TEXTS[step.order.kind].request} per «${orderRef(step.order._id)}»${sum ? `, a ${sum}` : ''}.`,
    ...nextOf(step),
  ])
}

const proposedMail = (step: TakenStep): MailContent => {
  const sum = formatPrice(step.order.terms)
  return stepMail(step, `${step.from.shownName} propone ${sum}: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} propone ${sum} per «${orderRef(step.order._id)}».`,
    ...(step.text ? [`${step.from.shownName} ti scrive:\n${step.text}`] : []),
    ...nextOf(step),
  ])
}

const handedOverMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} dice di averti consegnato: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} dice di averti consegnato «${orderRef(step.order._id)}».`,
    step.order.payer && step.order.state === 'agreed'
      ? hasMovedVal(step.order)
        ? 'Quando il pagamento è confermato, segna che hai ricevuto.'
        : 'Resta da pagare: quando il pagamento è confermato, segna che hai ricevuto.'
      : `Se hai ricevuto tutto, segna «${STEP_LABELS.deliver}»; se qualcosa non va, scrivilo nella stessa pagina.${countsAsReceived(step.order) ? ` Senza risposta, dopo ${EXPIRY_DAYS} giorni vale come ricevuto.` : ''}`,
  ])

const handoverUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} si corregge, non ha ancora consegnato: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} aveva segnato per sbaglio di aver consegnato «${orderRef(step.order._id)}».`,
  ])

const paidMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} ha ricevuto il tuo pagamento: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} conferma di aver ricevuto il tuo pagamento per «${orderRef(step.order._id)}».`,
    ...nextOf(step),
  ])

const paymentUndoneMail = (step: TakenStep): MailContent =>
  stepMail(
    step,
    `${step.from.shownName} si corregge, il pagamento non è ancora arrivato: ${orderRef(step.order._id)}`,
    [
      `${step.from.shownName} aveva segnato per sbaglio di aver ricevuto il pagamento per «${orderRef(step.order._id)}».`,
      'Se hai già pagato, sentitevi per chiarire.',
    ],
  )

const deliveredMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `${step.from.shownName} ha ricevuto: ${orderRef(step.order._id)}`, [
      `${step.from.shownName} conferma di aver ricevuto «${orderRef(step.order._id)}»: lo scambio è concluso.`,
    ]),
    step,
  )

const deliveryUndoneMail = (step: TakenStep): MailContent =>
  stepMail(step, `${step.from.shownName} si corregge, non ha ancora ricevuto: ${orderRef(step.order._id)}`, [
    `${step.from.shownName} aveva segnato per sbaglio di aver ricevuto «${orderRef(step.order._id)}».`,
    'Se hai già consegnato, sentitevi per chiarire.',
  ])

const concludedMail = (step: TakenStep): MailContent =>
  withReview(
    stepMail(step, `Concluso con ${step.from.shownName}: ${orderRef(step.order._id)}`, [
      `${step.from.shownName} ha segnato come concluso «${orderRef(step.order._id)}».`,
    ]),
    step,
  )

const cancelMail = (step: TakenStep): MailContent => {
  const { request, closed } = ORDER_TEXTS[step.order.kind]
  const what = `${step.from.shownName} ha ${closed} ${request}`
  return stepMail(step, `${what}: ${orderRef(step.order._id)}`, [
    `${what} per «${orderRef(step.order._id)}».`,
    ...(step.text ? [`Il motivo: ${step.text}`] : []),
  ])
}

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
