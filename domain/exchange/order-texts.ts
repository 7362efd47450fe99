// Texts about requests, for screens and mails. Must not import zod: browsers load this file.
import { dative } from '#domain/accounts/names.ts'
import { suspensionTerm } from '#domain/accounts/suspension.ts'
import { formatPrice, priceParts } from '#domain/base/money.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import {
  hasBegun,
  hasMovedVal,
  isOpen,
  isReturning,
  isTransferring,
  type OrderViewer,
  otherParty,
  receiverOf,
} from '#domain/exchange/orders.ts'
import { canTakeStep, type OrderStep } from '#domain/exchange/steps.ts'
import { KINDS } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'

type Texts = {
  /** The request as a noun with its article. */
  request: string
  sent: string
  /** Button of either party. */
  close: string
  /** As in «ha chiuso la richiesta». */
  closed: 'chiuso' | 'annullato'
}

const REQUEST: Texts = {
  request: 'la richiesta',
  sent: 'Richiesta inviata',
  close: 'Chiudi la richiesta',
  closed: 'chiuso',
}

export const ORDER_TEXTS: Record<Section, Texts> = {
  offro: REQUEST,
  cerco: { ...REQUEST, request: 'la risposta', sent: 'Risposta inviata' },
  propongo: { ...REQUEST, request: 'la risposta', sent: 'Risposta inviata' },
  avviso: {
    request: 'la partecipazione',
    sent: 'Partecipazione inviata',
    close: 'Annulla la partecipazione',
    closed: 'annullato',
  },
  dono: REQUEST,
}

/** Labels of the buttons of these steps. */
export const STEP_LABELS = {
  accept: 'Accetta',
  propose: 'Proponi un’altra somma',
  pay: 'Pagamento ricevuto',
  undoPay: 'Togli «Pagamento ricevuto»',
  handover: 'Consegnato',
  undoHandover: 'Togli «Consegnato»',
  deliver: 'Ricevuto',
  undoDeliver: 'Togli «Ricevuto»',
  conclude: 'Concludi',
  problem: 'Qualcosa non va',
  withdrawProblem: 'Il problema è risolto',
} as const satisfies Partial<Record<OrderStep, string>>

/** "Pane", "Pane e Torta", "Pane e altri 3". */
export const itemNames = ({ orderItems }: { orderItems: { name: string }[] }): string => {
  const [first = '', second, ...others] = orderItems.map(({ name }) => name)
  if (!second) return first
  return others.length === 0 ? `${first} e ${second}` : `${first} e altri ${others.length + 1}`
}

/** The name of a party. */
export const partyName = (order: OrderView, memberId: string | null): string =>
  memberId === order.seller ? order.sellerName : order.requesterName

/** "Rina", or "Rina, che risponde dallo sportello". */
const awaitedName = (order: OrderView, memberId: string | null): string => {
  const name = partyName(order, memberId)
  return memberId && order.atDesk.includes(memberId) ? `${name}, che risponde dallo sportello` : name
}

/** Closes what awaitedName adds to the name. */
const comma = (order: OrderView, memberId: string | null): string =>
  memberId && order.atDesk.includes(memberId) ? ',' : ''

/** For the other party of a suspended member; undefined if nobody else is suspended, or the request has ended. */
export const suspendedText = (order: OrderView, viewerId: string | undefined): string | undefined => {
  const suspended = order.suspended.find(({ member }) => member !== viewerId)
  if (!suspended || !viewerId || !isOpen(order)) return undefined
  const account = `L’account di ${partyName(order, suspended.member)} è sospeso ${suspensionTerm(suspended.until)}.`
  if (hasMovedVal(order))
    return `${account} Per questa richiesta sono passati dei VAL: potete scrivervi e fare tutti i passi finché non finisce.`
  return hasBegun(order)
    ? `${account} Qualcosa è già passato di mano: se qualcosa non va, dillo all’associazione con «${STEP_LABELS.problem}».`
    : `${account} Nel frattempo non può accettare, proporre, pagare né scriverti: puoi aspettare o chiudere la richiesta.`
}

/** Whether the terms are no longer those of the request itself. */
export const isCounterProposal = ({ terms, createdAt }: OrderView): boolean => terms.at !== createdAt

/** The sum of the terms; undefined if nobody pays. */
export const totalText = ({ payer, terms }: Pick<OrderView, 'payer' | 'terms'>): string | undefined =>
  payer ? formatPrice(terms) : undefined

/** " Restano 2,50 € da dare di persona."; empty if nothing is due. */
export const stillDue = (euro: number): string =>
  euro > 0 ? ` ${euro === 1 ? 'Resta' : 'Restano'} ${formatPrice({ euro })} da dare di persona.` : ''

/** What was transferred and what is still due; undefined if nobody pays. */
export const dueText = (order: OrderView): string | undefined => {
  if (!order.payer || order.state === 'closed' || order.state === 'expired') return undefined
  const { val, euro } = order.terms
  if (!hasMovedVal(order)) return order.paidAt ? undefined : `Da pagare: ${totalText(order)}.`
  const amount = order.payment?.amount ?? val
  if (isReturning(order)) return `In restituzione ${formatPrice({ val: amount })}.`
  const done = amount === 1 ? 'Trasferito' : 'Trasferiti'
  const moved = `${isTransferring(order) ? 'In trasferimento' : done} ${formatPrice({ val: amount })}.`
  if (order.paidAt) return moved
  return `${moved}${stillDue(euro) || ' Non resta altro da pagare.'}`
}

/** What "Pagamento ricevuto" confirms: "7 VAL arrivati, 8 € in mano". */
export const coveredText = (order: OrderView): string => {
  const { val, euro } = order.terms
  const arrived = val === 1 ? 'arrivato' : 'arrivati'
  return [
    ...priceParts({ val }).map((part) => `${part} ${hasMovedVal(order) ? arrived : 'ricevuti in altro modo'}`),
    ...priceParts({ euro }).map((part) => `${part} in mano`),
  ].join(', ')
}

/** Who pays or has paid whom; undefined once only the confirmation of the transferred VAL is missing. */
export const whoPaysText = (order: OrderView, viewerId: string | undefined): string | undefined => {
  const [payer, payee] = [partyName(order, order.payer), partyName(order, order.payee)]
  if (order.paidAt) {
    if (viewerId === order.payer) return `Hai pagato ${payee}.`
    return viewerId === order.payee ? `${payer} ti ha pagato.` : `${payer} ha pagato ${payee}.`
  }
  if (hasMovedVal(order) && order.terms.euro === 0) return undefined
  if (viewerId === order.payer) return `Paghi tu ${payee}: come, lo concordate tra voi.`
  if (viewerId === order.payee) return `Ti paga ${payer}: come, lo concordate tra voi.`
  return `${payer} paga ${payee}: come, lo concordano tra loro.`
}

const agreedText = (order: OrderView): string => {
  if (order.payer) return hasMovedVal(order) ? 'VAL trasferiti, da confermare' : 'D’accordo, da pagare'
  if (order.giver) return order.handedOverAt ? 'Consegnata, da confermare' : 'D’accordo, da consegnare'
  return order.kind === 'avviso' ? 'In attesa dell’evento' : 'D’accordo'
}

/** The state of a request in lists and mails. */
export const stateText = (order: OrderView): string => {
  if (order.problem) return 'C’è un problema'
  if (isReturning(order)) return 'VAL in restituzione'
  switch (order.state) {
    case 'sent':
      return 'In attesa di risposta'
    case 'agreed':
      return agreedText(order)
    case 'paid':
      return order.handedOverAt ? 'Consegnata, da confermare' : 'Pagata, da consegnare'
    case 'delivered':
      return 'Consegnata'
    case 'concluded':
      return order.kind === 'avviso' ? 'Evento concluso' : 'Conclusa'
    case 'closed':
      return 'Chiusa'
    case 'expired':
      return 'Scaduta'
  }
}

/** A step of a request: when it was done, or null. */
type ShownStep = { name: string; at: string | null }

const stepText = (done: string, open: string, at: string | null): ShownStep => ({ name: at ? done : open, at })

/** The transfer of VAL; left out if nothing is paid in VAL or the order was paid without a transfer. */
const transferStep = (order: OrderView): ShownStep[] => {
  const { payment, payer, terms, paidAt } = order
  if (!payer || (!payment && (paidAt || terms.val === 0))) return []
  const open = isTransferring(order) ? 'VAL in trasferimento' : 'Trasferimento dei VAL'
  return [stepText('VAL trasferiti', open, payment?.status === 'confirmed' ? payment.at : null)]
}

/** Left out if there is nothing to review: the listings are deleted, or all were reviewed before this request. */
const reviewStep = ({ reviewedAt, createdAt, orderItems }: OrderView): ShownStep[] => {
  const isLeft = reviewedAt ? reviewedAt >= createdAt : orderItems.some(({ product }) => product)
  return isLeft ? [stepText('Recensito', 'Recensione', reviewedAt)] : []
}

const endStep = ({ cancelledAt, expiredAt }: OrderView): ShownStep[] => [
  ...(cancelledAt ? [stepText('Chiusa', '', cancelledAt)] : []),
  ...(expiredAt ? [stepText('Scaduta', '', expiredAt)] : []),
]

/** The steps of a request of its kind, done or to come; of a closed or expired one only those that were done. */
export const stepsOf = (order: OrderView): ShownStep[] => {
  const steps = [
    stepText(ORDER_TEXTS[order.kind].sent, '', order.createdAt),
    ...(order.kind === 'avviso' ? [] : [stepText('D’accordo', 'Accordo', order.agreedAt)]),
    ...transferStep(order),
    ...(order.payer ? [stepText('Pagato', 'Pagamento', order.paidAt)] : []),
    ...(order.handedOverAt && !order.deliveredAt ? [stepText('Consegnato', '', order.handedOverAt)] : []),
    ...(order.giver ? [stepText('Ricevuto', order.handedOverAt ? 'Conferma' : 'Consegna', order.deliveredAt)] : []),
    ...(KINDS[order.kind].end === 'concluded' ? [stepText('Concluso', 'Conclusione', order.concludedAt)] : []),
    ...reviewStep(order),
  ]
  const ends = endStep(order)
  return ends.length > 0 ? [...steps.filter(({ at }) => at !== null), ...ends] : steps
}

const payingText = (order: OrderView, viewerId: string | undefined): string => {
  const { payer, payee, terms } = order
  const [payerName, payeeName] = [partyName(order, payer), partyName(order, payee)]
  if (isTransferring(order)) return 'Il trasferimento è in corso di conferma: non serve fare niente.'
  if (hasMovedVal(order) || terms.val === 0) {
    if (viewerId === payee) return `Quando hai ricevuto tutto, segna «${STEP_LABELS.pay}».`
    if (hasMovedVal(order))
      return `Aspettiamo ${awaitedName(order, payee)}: deve confermare di aver ricevuto il pagamento.`
    return viewerId === payer
      ? `Paga ${formatPrice(terms)} ${dative(payeeName)} quando vi incontrate: poi lo conferma.`
      : `${payerName} paga ${payeeName} di persona.`
  }
  if (viewerId === payer) return `Tocca a te: trasferisci ${formatPrice({ val: terms.val })} ${dative(payeeName)}.`
  return `Aspettiamo il pagamento di ${awaitedName(order, payer)}.`
}

const answerText = (order: OrderView, viewerId: string | undefined): string => {
  const answering = otherParty(order, order.terms.by)
  if (viewerId !== answering) return `Aspettiamo la risposta di ${awaitedName(order, answering)}.`
  const asker = partyName(order, order.terms.by)
  const sum = totalText(order) ?? (isCounterProposal(order) ? 'di non pagare niente' : undefined)
  return sum
    ? `Tocca a te: ${asker} propone ${sum}. Accetta, proponi altro o rispondi di no.`
    : `Tocca a te: rispondi ${dative(asker)}.`
}

const handingText = (order: OrderView, viewerId: string | undefined): string => {
  const [giver, receiver] = [order.giver, receiverOf(order)]
  const receive = `Quando hai ricevuto tutto, segna «${STEP_LABELS.deliver}».`
  if (order.handedOverAt) {
    if (viewerId === receiver) return `${partyName(order, giver)} dice di averti consegnato tutto. ${receive}`
    return `Aspettiamo che ${awaitedName(order, receiver)}${comma(order, receiver)} confermi di aver ricevuto.`
  }
  if (viewerId === receiver) return `Accordatevi su dove e quando. ${receive}`
  return viewerId === giver
    ? `Tocca a te: consegna ${dative(partyName(order, receiver))} e segna «${STEP_LABELS.handover}».`
    : `Aspettiamo la consegna di ${awaitedName(order, giver)}.`
}

/** What happens next, worded for one of the parties or, without an id, for others; undefined if nothing is due. */
export const nextText = (order: OrderView, viewerId?: string): string | undefined => {
  if (order.problem) {
    const isForParty = viewerId === undefined || viewerId === order.seller || viewerId === order.user._id
    return isForParty
      ? 'L’associazione sta guardando che cosa non va, e vi scrive. Intanto le scadenze sono ferme.'
      : 'Le due persone aspettano una decisione dell’associazione. Intanto le scadenze sono ferme.'
  }
  if (isReturning(order)) return 'La restituzione è in corso di conferma: non serve fare niente.'
  if (order.state === 'sent') return answerText(order, viewerId)
  if (order.state === 'agreed' && order.payer) return payingText(order, viewerId)
  if (order.state !== 'agreed' && order.state !== 'paid') return undefined
  if (order.giver) return handingText(order, viewerId)
  return order.kind === 'avviso'
    ? 'Dopo l’evento la partecipazione si conclude da sola.'
    : `Quando avete finito, uno dei due segna «${STEP_LABELS.conclude}».`
}

/** "Tocca a te", "Tocca a Orto della Collina"; undefined if it is nobody's turn. */
export const turnText = (order: OrderView, viewerId: string | undefined): string | undefined => {
  if (!order.turn) return undefined
  return order.turn === viewerId ? 'Tocca a te' : `Tocca ${dative(partyName(order, order.turn))}`
}

/** The label when the viewer has nothing to do. */
export const OPEN = 'Apri'

/** The steps that move a request on, and how a list names each. */
const MAIN_STEPS = [
  ['accept', 'Rispondi'],
  ['transfer', 'Paga'],
  ['pay', 'Conferma il pagamento'],
  ['deliver', 'Segna come ricevuto'],
  ['handover', 'Accordati e consegna'],
  ['conclude', 'Concludi'],
] as const satisfies [OrderStep, string][]

/** The step that the viewer is expected to take; undefined if there is none. */
export const mainStep = (order: OrderView, viewer: OrderViewer, now = new Date()) => {
  const isWaiting = order.problem !== null || isTransferring(order)
  if (!viewer || isWaiting || (order.turn && order.turn !== viewer.id)) return undefined
  return MAIN_STEPS.find(([step]) => canTakeStep(step, order, viewer, now))?.[0]
}

/** What the viewer can do next with a request, as the label of a button that opens it. */
export const actionText = (order: OrderView, viewer: OrderViewer, now = new Date()): string => {
  const step = mainStep(order, viewer, now)
  return MAIN_STEPS.find(([name]) => name === step)?.[1] ?? OPEN
}
