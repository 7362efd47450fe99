// A gives to B, B to C, C to A. Must not import zod: browsers load this file.

/** All must agree within this time. */
export const RING_ANSWER_DAYS = 7
/** Two members of whom one declined are not proposed to each other again for this long. */
export const RING_REST_DAYS = 90
/** Younger accounts are left out. */
export const RING_ACCOUNT_DAYS = 14
export const MAX_OPEN_RINGS = 2

export const RING_STATES = ['open', 'agreed', 'ended'] as const
export type RingState = (typeof RING_STATES)[number]

export const RING_MESSAGES = {
  notFound: 'Questo anello non esiste.',
  closed: 'Questo anello è già chiuso.',
  over: 'Questo anello non è più possibile: uno degli annunci è cambiato o non c’è più.',
  /** Message of the requests created from a ring. */
  request: 'Richiesta nata da un anello di scambio.',
} as const

type Part = { giver: string; receiver: string; priceVal: number }

/** Change of a member's VAL: the price of what is given, less the price of what is received. */
export const ringBalance = (parts: readonly Part[], memberId: string): number =>
  parts.reduce(
    (sum, { giver, receiver, priceVal }) =>
      sum + (giver === memberId ? priceVal : 0) - (receiver === memberId ? priceVal : 0),
    0,
  )
