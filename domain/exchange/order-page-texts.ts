// Texts and buttons of the page of a request. Must not import zod: browsers load this file.
import { dative } from '#domain/accounts/names.ts'
import { theDate } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import { isCounterProposal, ORDER_TEXTS, partyName, stateText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import {
  hasMovedVal,
  isOpen,
  isParty,
  isReturning,
  isTransferring,
  type OrderViewer,
  type SettleOutcome,
} from '#domain/exchange/orders.ts'
import { canTakeStep, EXPIRY_DAYS, type OrderStep } from '#domain/exchange/steps.ts'

/** The buttons of the page, in their order. */
const BUTTONS = [
  'accept',
  'transfer',
  'pay',
  'deliver',
  'handover',
  'conclude',
  'propose',
  'cancel',
  'undoPay',
  'undoHandover',
  'undoDeliver',
  'withdrawProblem',
  'problem',
] as const satisfies OrderStep[]
export type ButtonStep = (typeof BUTTONS)[number]

/** Payments are confirmed on arrival, and together with a yes only by the party that is asked for it. */
const isPayable = (order: OrderView, viewer: OrderViewer): boolean =>
  !isTransferring(order) && (order.state !== 'sent' || order.turn === viewer?.id)

/** The steps that the page offers the viewer. */
export const buttonsOf = (order: OrderView, viewer: OrderViewer, now = new Date()): ButtonStep[] =>
  BUTTONS.filter((step) => canTakeStep(step, order, viewer, now) && (step !== 'pay' || isPayable(order, viewer)))

const amountOf = ({ payment, terms }: OrderView): string => formatPrice({ val: payment?.amount ?? terms.val })

const isOne = ({ payment, terms }: OrderView): boolean => (payment?.amount ?? terms.val) === 1

/** The label of the button that closes a request. */
export const closeLabel = (order: OrderView, viewerId: string | undefined): string => {
  if (hasMovedVal(order)) return `Chiudi e restituisci ${amountOf(order)}`
  return order.state === 'sent' && order.turn === viewerId ? 'No, grazie' : ORDER_TEXTS[order.kind].close
}

const sentHeadline = (order: OrderView, viewerId: string): string => {
  const { by } = order.terms
  if (viewerId !== by) return `${partyName(order, by)} aspetta la tua risposta`
  return isCounterProposal(order) ? 'Proposta inviata' : ORDER_TEXTS[order.kind].sent
}

const transferHeadline = (order: OrderView, viewerId: string): string => {
  if (isTransferring(order)) return 'VAL in viaggio'
  if (viewerId === order.payer) return `Hai trasferito ${amountOf(order)}`
  return `${isOne(order) ? 'È arrivato' : 'Sono arrivati'} ${amountOf(order)}`
}

const agreedHeadline = (order: OrderView, viewerId: string): string => {
  if (hasMovedVal(order)) return transferHeadline(order, viewerId)
  if (order.handedOverAt) return 'Consegnato'
  if (order.kind !== 'avviso') return 'Siete d’accordo'
  return viewerId === order.seller ? `${order.requesterName} partecipa` : 'Ci vediamo all’evento'
}

/** Where a request stands, in a few words for one of the parties or, for others, as in lists. */
export const headline = (order: OrderView, viewer: OrderViewer): string => {
  if (!viewer || !isParty(order, viewer) || order.problem || isReturning(order)) return stateText(order)
  switch (order.state) {
    case 'sent':
      return sentHeadline(order, viewer.id)
    case 'agreed':
      return agreedHeadline(order, viewer.id)
    case 'paid':
      return order.handedOverAt ? 'Consegnato' : 'Pagamento arrivato'
    case 'delivered':
      return 'Scambio concluso, grazie!'
    case 'concluded':
      return order.kind === 'avviso' ? 'Evento concluso, grazie!' : 'Concluso, grazie!'
    case 'closed':
    case 'expired':
      return stateText(order)
  }
}

const isEnded = ({ state }: OrderView): boolean => state === 'delivered' || state === 'concluded'

const closedText = (order: OrderView, viewer: OrderViewer): string => {
  // A return that the association decided is recorded as closed by the payee.
  const isSettledReturn = order.settled?.outcome === 'return' && order.payment?.returnStatus === 'confirmed'
  const by = isSettledReturn ? 'association' : order.cancelledBy
  const { request, closed } = ORDER_TEXTS[order.kind]
  const what = `${closed} ${request} ${theDate(order.cancelledAt ?? '')}`
  if (by && by === viewer?.id) return `Hai ${what}.`
  if (by === order.user._id || by === order.seller) return `${partyName(order, by)} ha ${what}.`
  return by ? `L’associazione ha ${what}.` : `Chiusa ${theDate(order.cancelledAt ?? '')}.`
}

const returnedText = (order: OrderView): string[] =>
  order.payment?.returnStatus === 'confirmed' && !order.settled
    ? [`${amountOf(order)} ${isOne(order) ? 'è tornato' : 'sono tornati'} ${dative(partyName(order, order.payer))}.`]
    : []

/** How a request that is no longer open has ended; undefined before. */
export const endText = (order: OrderView, viewer: OrderViewer): string | undefined => {
  switch (order.state) {
    case 'delivered':
    case 'concluded':
      return 'Se volete restare in contatto, potete continuare a scrivervi qui.'
    case 'closed':
      return [closedText(order, viewer), ...returnedText(order)].join(' ')
    case 'expired':
      return `È scaduta ${theDate(order.expiredAt ?? '')}, dopo ${EXPIRY_DAYS} giorni senza ${order.agreedAt ? 'il passo successivo' : 'una risposta'}.`
    default:
      return undefined
  }
}

/** Who opened the problem, and when; undefined if there is none. */
export const problemText = (order: OrderView, viewer: OrderViewer): string | undefined => {
  const { problem } = order
  if (!problem) return undefined
  const when = theDate(problem.at)
  if (!problem.by) return `La richiesta si è fermata ${when}`
  return problem.by === viewer?.id ? `Hai segnalato ${when}` : `${partyName(order, problem.by)} ha segnalato ${when}`
}

/** What the association has decided: "7 VAL tornano da Da Ugo a Rosa." */
export const outcomeText = (order: OrderView, outcome: SettleOutcome): string =>
  ({
    return: `${amountOf(order)} ${isOne(order) ? 'torna' : 'tornano'} da ${partyName(order, order.payee)} ${dative(partyName(order, order.payer))}.`,
    keep: hasMovedVal(order)
      ? `I VAL restano ${dative(partyName(order, order.payee))}.`
      : 'Quello che vi siete dati resta com’è.',
    close: isEnded(order) ? 'Lo scambio resta concluso.' : 'La richiesta è chiusa.',
  })[outcome]

/** A way to settle a problem, and what it does. */
type Way = { value: SettleOutcome; label: string; note: string }

/** The ways in which the association can settle the problem of a request. */
export const outcomesOf = (order: OrderView): Way[] => {
  const [payer, payee] = [partyName(order, order.payer), partyName(order, order.payee)]
  const ends = isOpen(order) ? 'La richiesta si chiude' : 'La richiesta resta com’è'
  const back = isOpen(order) ? ', e quello che era messo da parte torna disponibile' : ''
  if (hasMovedVal(order))
    return [
      {
        value: 'return',
        label: `${amountOf(order)} ${isOne(order) ? 'torna' : 'tornano'} ${dative(payer)}`,
        note: `I VAL escono dal portafoglio di ${payee}, che può fare ricorso. ${ends}${back}.`,
      },
      {
        value: 'keep',
        label: `${amountOf(order)} ${isOne(order) ? 'resta' : 'restano'} ${dative(payee)}`,
        note: `Nessun VAL si sposta, e la cosa resta a chi l’ha ricevuta. ${ends}.`,
      },
    ]
  if (!isOpen(order)) return [{ value: 'close', label: 'Il problema si chiude', note: `${ends}.` }]
  return [
    {
      value: 'close',
      label: 'La richiesta si chiude',
      note: 'La cosa messa da parte torna disponibile. Da qui non si sposta nessun VAL: quello che è già stato pagato se lo rendono tra loro.',
    },
    { value: 'keep', label: 'Ognuno tiene quello che ha', note: `${ends}, e la cosa resta a chi l’ha ricevuta.` },
  ]
}
