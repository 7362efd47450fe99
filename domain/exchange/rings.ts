// A gives to B, B to C, C to A. Must not import zod: browsers load this file.
import { formatPrice } from '#domain/base/money.ts'

/** All must agree within this time. */
export const RING_ANSWER_DAYS = 7
/** Two members of whom one declined or left a ring are not proposed to each other again for this long. */
export const RING_REST_DAYS = 90
/** Younger accounts are left out. */
export const RING_ACCOUNT_DAYS = 14
export const MAX_OPEN_RINGS = 2

/** `ended` also if a request of an agreed ring was closed; `done` if all members have received. */
export const RING_STATES = ['open', 'agreed', 'done', 'ended'] as const
export type RingState = (typeof RING_STATES)[number]

export const RING_MESSAGES = {
  notFound: 'Questo anello non esiste.',
  closed: 'Questo anello è già chiuso.',
  over: 'Questo anello non è più possibile: uno degli annunci è cambiato o non c’è più.',
  /** Message of the requests created from a ring. */
  request: 'Richiesta nata da un anello di scambio.',
  /** Why a request is closed when another one of its ring was. */
  broken: 'L’anello si è sciolto.',
} as const

type Part = { giverId: string; receiverId: string; priceVal: number; priceEuro: number }
/** What is paid for one part of a ring; payer and payee are null if nothing is. */
export type RingTerms = { val: number; euro: number; payer: string | null; payee: string | null }

/** Change of a member's VAL: the price of what is given, less the price of what is received. */
export const ringBalance = (parts: readonly Part[], memberId: string): number =>
  parts.reduce(
    (sum, { giverId, receiverId, priceVal }) =>
      sum + (giverId === memberId ? priceVal : 0) - (receiverId === memberId ? priceVal : 0),
    0,
  )

const sorted = (amounts: number[]): number[] => amounts.toSorted((one, other) => one - other)
const minimumOf = (amounts: number[]): number => sorted(amounts)[0] ?? 0
const medianOf = (amounts: number[]): number => sorted(amounts)[Math.floor((amounts.length - 1) / 2)] ?? 0

/**
 * Adds what is paid for each part. Only the differences move: the same amount is taken off all prices, which changes
 * nobody's balance. Below zero the giver pays the receiver. With the median, in a ring of up to three a member either only
 * pays or only receives. With the minimum nothing is below zero, so that VAL and euro of a part go the same way.
 */
export const withRingTerms = <P extends Part>(parts: readonly P[]): (P & { terms: RingTerms })[] => {
  const [vals, euros] = [parts.map(({ priceVal }) => priceVal), parts.map(({ priceEuro }) => priceEuro)]
  const hasEuro = euros.some((euro) => euro > 0)
  const [lessVal, lessEuro] = [hasEuro ? minimumOf(vals) : medianOf(vals), minimumOf(euros)]
  return parts.map((part) => {
    const [val, euro] = [part.priceVal - lessVal, part.priceEuro - lessEuro]
    if (val === 0 && euro === 0) return { ...part, terms: { val, euro, payer: null, payee: null } }
    const [payer, payee] = val < 0 ? [part.giverId, part.receiverId] : [part.receiverId, part.giverId]
    return { ...part, terms: { val: Math.abs(val), euro, payer, payee } }
  })
}

/** "Anna mette 10 VAL per Bruno"; undefined if nothing is paid. `nameOf` may return undefined for the reader. */
export const ringPaymentText = (
  { val, euro, payer, payee }: RingTerms,
  nameOf: (memberId: string) => string | undefined,
): string | undefined => {
  if (!payer || !payee) return undefined
  const name = nameOf(payer)
  return `${name ? `${name} mette` : 'Metti'} ${formatPrice({ val, euro })} per ${nameOf(payee) ?? 'te'}`
}

/** "un anello di 3 persone" */
export const ringOf = (members: number): string => `un anello di ${members} persone`

/** For a request of a ring: what closing it does to the others. */
export const ringWarning = (members: number): string =>
  `Questa richiesta fa parte di ${ringOf(members)}: se la chiudi, si scioglie per tutti.`
