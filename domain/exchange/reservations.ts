export const RESERVATION_STATES = ['free', 'this', 'other'] as const

export const RESERVATION_MESSAGES = {
  reserved: 'Riservato a questa richiesta: gli altri aspettano in coda.',
  released: 'Non è più riservato.',
  lost: 'La tua richiesta non è più riservata: aspetta una risposta',
  closed: 'Questa richiesta è chiusa: non si può riservare.',
  nothing: 'In questa richiesta non c’è niente da riservare.',
} as const

/** "al 2º posto in coda" */
export const placeInQueue = (place: number): string => `al ${place}º posto in coda`
