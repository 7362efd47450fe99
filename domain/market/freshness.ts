/** Days without activity after which the owner of a listing is asked whether it is still valid. */
export const ASK_AFTER_DAYS = 90
/** Days without an answer after which the listing is paused. */
export const PAUSE_AFTER_DAYS = 14

export const FRESHNESS_ANSWERS = ['yes', 'done', 'pause'] as const
export type FreshnessAnswer = (typeof FRESHNESS_ANSWERS)[number]

export const FRESHNESS_MESSAGES = {
  linkInvalid: 'Questo link non è valido o è troppo vecchio: apri i tuoi annunci.',
  yes: 'Grazie! L’annuncio è in vetrina.',
  done: 'L’annuncio è concluso: grazie di averlo detto.',
  pause: 'L’annuncio è in pausa: quando vuoi lo riattivi dai tuoi annunci.',
} as const

export const freshnessPath = (code: string): string => `/ancora-valido/${code}`
