import { addDays, ofDate, theDate } from '#domain/base/dates.ts'

/** Minimum number of days between the announcement of a round and its date. */
export const ANNOUNCE_DAYS = 14
/** Members are notified of a round this many days before. */
export const TELL_DAYS = 7
export const ROUNDS_PAGE = 24

export const ROUND_STATES = ['announced', 'called', 'done'] as const
export type RoundState = (typeof ROUND_STATES)[number]

export const CURRENCY_MESSAGES = {
  dateInvalid: 'Scrivi una data che esiste nel formato anno-mese-giorno, per esempio 2027-01-31.',
  dateTooNear: `Un giro si annuncia almeno ${ANNOUNCE_DAYS} giorni prima: scegli una data più lontana.`,
  datePast: 'Questa data è già passata: scegline una più lontana.',
  dateTaken: 'C’è già un giro in questa data.',
  roundNotFound: 'In questa data non c’è nessun giro annunciato.',
  roundTooLateToCancel: 'Un giro si può annullare fino al giorno prima.',
  roundCancelled: 'Il giro è stato annullato.',
} as const

/** The reason why a round cannot be announced for this date, if there is one. Dates are yyyy-MM-dd in Italy. */
export const announcementProblem = (date: string, today: string): string | undefined => {
  if (date < today) return CURRENCY_MESSAGES.datePast
  return date < addDays(today, ANNOUNCE_DAYS) ? CURRENCY_MESSAGES.dateTooNear : undefined
}

export const roundText = (date: string): string =>
  `Il prossimo giro di evaporazione è ${theDate(date)}: dai saldi sopra 1 VAL evapora il 6\u00a0%. Guarda quanto evapora dal tuo, e dove spenderlo prima.`
export const roundCalledText = (date: string): string =>
  `Il giro di evaporazione ${ofDate(date)} non era annunciato: dai saldi sopra 1 VAL è evaporato il 6\u00a0%. Quanto è evaporato dal tuo è nei movimenti.`
export const roundCancelledText = (date: string): string =>
  `Il giro di evaporazione ${ofDate(date)} è stato annullato: i tuoi VAL restano come sono.`
