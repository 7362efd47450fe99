// Texts about requests, for screens and mails. Must not import zod: browsers load this file.
import { theDate } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import {
  canTakeStep,
  hasMovedVal,
  isReturning,
  type OrderViewer,
  receiverOf,
  stateOf,
} from '#domain/exchange/orders.ts'
import { KINDS } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'

type Texts = {
  /** The request as a noun with its article. */
  request: string
  sent: string
  /** Button of either party. */
  close: string
  /** Button of the receiver. */
  receive: string
}

export const ORDER_TEXTS: Record<Section, Texts> = {
  offro: { request: 'la richiesta', sent: 'Richiesta inviata', close: 'Chiudi la richiesta', receive: 'Consegnato' },
  cerco: { request: 'la risposta', sent: 'Risposta inviata', close: 'Chiudi la richiesta', receive: 'Ricevuto' },
  propongo: {
    request: 'la risposta alla proposta',
    sent: 'Risposta inviata',
    close: 'Chiudi la richiesta',
    receive: '',
  },
  avviso: {
    request: 'la partecipazione',
    sent: 'Partecipazione inviata',
    close: 'Annulla la partecipazione',
    receive: '',
  },
  dono: { request: 'la richiesta', sent: 'Richiesta inviata', close: 'Chiudi la richiesta', receive: 'Ricevuto' },
}

/** "Pane", "Pane e Torta", "Pane e altri 3". */
export const itemNames = ({ orderItems }: { orderItems: { name: string }[] }): string => {
  const [first = '', second, ...others] = orderItems.map(({ name }) => name)
  if (!second) return first
  return others.length === 0 ? `${first} e ${second}` : `${first} e altri ${others.length + 1}`
}

/** The name of a party. */
export const partyName = (order: OrderView, memberId: string | null): string =>
  memberId === order.seller ? order.sellerName : order.requesterName

const totalOf = ({ totalPriceVal, totalPriceEuro }: OrderView) => ({ val: totalPriceVal, euro: totalPriceEuro })

/** The total; undefined if nobody pays. */
export const totalText = (order: OrderView): string | undefined => {
  if (!order.payer) return undefined
  const price = formatPrice(totalOf(order))
  return KINDS[order.kind].price === 'upTo' ? `fino a ${price}` : price
}

/** " Restano 2,50 € da dare di persona."; empty if nothing is due. */
export const stillDue = (euro: number): string =>
  euro > 0 ? ` ${euro === 1 ? 'Resta' : 'Restano'} ${formatPrice({ euro })} da dare di persona.` : ''

/** What was transferred and what is still due; undefined if nobody pays. */
export const dueText = (order: OrderView): string | undefined => {
  if (!order.payer || order.cancelledAt) return undefined
  const { val, euro } = totalOf(order)
  if (!hasMovedVal(order)) return order.paidAt ? undefined : `Da pagare: ${totalText(order)}.`
  if (isReturning(order)) return `In restituzione ${formatPrice({ val: order.payment?.amount ?? val })}.`
  const amount = order.payment?.amount ?? val
  const done = amount === 1 ? 'Trasferito' : 'Trasferiti'
  const moved = `${order.payment?.status === 'pending' ? 'In trasferimento' : done} ${formatPrice({ val: amount })}.`
  if (order.paidAt) return moved
  return `${moved}${stillDue(euro) || ' Non resta altro da pagare.'}`
}

/** Who pays or has paid whom; undefined once only the confirmation of the transferred VAL is missing. */
export const whoPaysText = (order: OrderView, viewerId: string | undefined): string | undefined => {
  const [payer, payee] = [partyName(order, order.payer), partyName(order, order.payee)]
  if (order.paidAt) {
    if (viewerId === order.payer) return `Hai pagato ${payee}.`
    return viewerId === order.payee ? `${payer} ti ha pagato.` : `${payer} ha pagato ${payee}.`
  }
  if (hasMovedVal(order) && order.totalPriceEuro === 0) return undefined
  if (viewerId === order.payer) return `Paghi tu ${payee}: come, lo concordate tra voi.`
  if (viewerId === order.payee) return `Ti paga ${payer}: come, lo concordate tra voi.`
  return `${payer} paga ${payee}: come, lo concordano tra loro.`
}

/** The state of a request in lists and mails. */
export const stateText = (order: OrderView): string => {
  const isEvent = order.kind === 'avviso'
  switch (stateOf(order)) {
    case 'cancelled':
      return 'Chiusa'
    case 'concluded':
      return isEvent ? 'Evento concluso' : 'Conclusa'
    case 'delivered':
      return 'Consegnata'
    case 'paid':
      return isReturning(order) ? 'VAL in restituzione' : 'Pagata, da consegnare'
    case 'sent':
      if (isReturning(order)) return 'VAL in restituzione'
      if (order.payer) return hasMovedVal(order) ? 'VAL trasferiti, da confermare' : 'Da pagare'
      if (order.giver) return 'Da consegnare'
      return isEvent ? 'In attesa dell’evento' : 'In corso'
  }
}

/** A step of a request: when it was done, or null. */
type ShownStep = { name: string; at: string | null }

const stepText = (done: string, open: string, at: string | null): ShownStep => ({
  name: at ? `${done} ${theDate(at)}` : open,
  at,
})

/** The transfer of VAL; left out if nothing is paid in VAL or the order was paid without a transfer. */
const transferStep = (order: OrderView): ShownStep[] => {
  const { payment, payer, totalPriceVal, paidAt } = order
  if (!payer || (!payment && (paidAt || totalPriceVal === 0))) return []
  if (payment?.returned) {
    const { name, at } = stepText('VAL trasferiti', '', payment.at)
    return [{ name: isReturning(order) ? `${name}, in restituzione` : `${name} e poi restituiti`, at }]
  }
  const isConfirmed = hasMovedVal(order) && payment?.status === 'confirmed'
  const open = hasMovedVal(order) ? 'VAL in trasferimento' : 'VAL non trasferiti'
  return [stepText('VAL trasferiti', open, isConfirmed ? (payment?.at ?? null) : null)]
}

/** Left out if all its listings are deleted: nothing is left to review. */
const reviewStep = ({ reviewedAt, orderItems }: OrderView): ShownStep[] =>
  reviewedAt || orderItems.some(({ product }) => product) ? [stepText('Recensito', 'Non recensito', reviewedAt)] : []

/** The steps of a request of its kind, done or not; of a closed one only those that were done. */
export const stepsOf = (order: OrderView): ShownStep[] => {
  const steps = [
    stepText(ORDER_TEXTS[order.kind].sent, '', order.createdAt),
    ...transferStep(order),
    ...(order.payer ? [stepText('Pagato', 'Non pagato', order.paidAt)] : []),
    ...(order.giver ? [stepText('Consegnato', 'Non consegnato', order.deliveredAt)] : []),
    ...(KINDS[order.kind].end === 'concluded' ? [stepText('Concluso', 'Non concluso', order.concludedAt)] : []),
    ...reviewStep(order),
  ]
  if (!order.cancelledAt) return steps
  return [...steps.filter(({ at }) => at !== null), stepText('Chiusa', '', order.cancelledAt)]
}

/** What happens next, worded for one of the parties or, without an id, for others; undefined if nothing is due. */
export const nextText = (order: OrderView, viewerId?: string): string | undefined => {
  const state = stateOf(order)
  const { payer, payee, giver } = order
  const receiver = receiverOf(order)
  const name = (id: string | null) => partyName(order, id)
  if (isReturning(order)) return 'La restituzione è in corso di conferma: non serve fare niente.'
  if (state === 'sent' && payer) {
    if (order.payment?.status === 'pending' && hasMovedVal(order))
      return 'Il trasferimento è in corso di conferma: non serve fare niente.'
    if (viewerId === payee) return 'Quando hai ricevuto tutto, segna «Pagamento ricevuto».'
    if (hasMovedVal(order)) return `Tocca a ${name(payee)}: deve confermare di aver ricevuto il pagamento.`
    return viewerId === payer
      ? `Tocca a te: accordati con ${name(payee)} e paga.`
      : `Tocca a ${name(payer)}: deve pagare.`
  }
  if ((state === 'sent' || state === 'paid') && giver) {
    if (viewerId === receiver) return `Quando hai ricevuto tutto, segna «${ORDER_TEXTS[order.kind].receive}».`
    return viewerId === giver
      ? `Tocca a te: accordati con ${name(receiver)} e consegna.`
      : `Tocca a ${name(giver)}: deve consegnare.`
  }
  if (state !== 'sent') return undefined
  return order.kind === 'avviso'
    ? 'Si conclude da sola dopo l’evento.'
    : 'Accordatevi tra voi: quando avete finito, uno dei due segna «Concludi».'
}

/** The party who has to do something next; null if nobody, or if either can. */
export const turnOf = (order: OrderView): string | null => {
  const state = stateOf(order)
  const { payer, payee, giver, payment } = order
  if (isReturning(order)) return null
  if (state === 'sent' && payer) {
    if (!hasMovedVal(order)) return payer
    return payment?.status === 'pending' ? null : payee
  }
  return state === 'sent' || state === 'paid' ? giver : null
}

/** "Tocca a te", "Tocca a Orto della Collina"; undefined if it is nobody's turn. */
export const turnText = (order: OrderView, viewerId: string | undefined): string | undefined => {
  const turn = turnOf(order)
  if (!turn) return undefined
  return turn === viewerId ? 'Tocca a te' : `Tocca a ${partyName(order, turn)}`
}

/** The label when the viewer has nothing to do. */
export const OPEN = 'Apri'

/** What the viewer can do next with a request, as the label of a button that opens it. */
export const actionText = (order: OrderView, viewer: OrderViewer, now = new Date()): string => {
  const can = (step: Parameters<typeof canTakeStep>[0]) => canTakeStep(step, order, viewer, now)
  const isTurn = viewer !== null && turnOf(order) === viewer.id
  if (isTurn && can('transfer')) return 'Paga'
  if (isTurn && can('pay')) return 'Conferma il pagamento'
  if (can('deliver')) return 'Segna come ricevuto'
  if (isTurn && order.giver === viewer.id) return 'Accordati e consegna'
  if (can('conclude') && order.kind !== 'avviso') return 'Concludi'
  return OPEN
}
