// Separate from transfers.schema.ts, so that browsers do not load zod for a form.
export const MAX_NOTE = 140
/** A username or an account. */
export const MAX_RECIPIENT = 100
export const VAL_REQUEST_DAYS = 7
export const VAL_REQUEST_PAGE = 20

export const VAL_REQUEST_STATES = ['open', 'paid', 'declined', 'ended'] as const
export type ValRequestState = (typeof VAL_REQUEST_STATES)[number]

export const TRANSFER_MESSAGES = {
  recipientUnknown: 'Nessuno in piazza ha questo nome utente o questo conto: controlla come si scrive.',
  recipientDeleted: 'Questa persona ha lasciato la piazza e non può ricevere VAL.',
  recipientSuspended: 'L’account di questa persona è sospeso: per ora non può mandare né ricevere VAL.',
  recipientWithoutWallet: 'Questa persona non ha ancora un portafoglio: lo riceve quando verifica il suo account.',
  ownRecipient: 'Non puoi mandare VAL al tuo portafoglio.',
  askedSelf: 'Non puoi chiedere VAL al tuo portafoglio.',
  passwordNeeded: 'Per mandare così tanti VAL in un giorno conferma con la tua password o con una passkey.',
  transferNotFound: 'Questo trasferimento non esiste.',
  requestNotFound: 'Questi VAL non ti sono stati chiesti.',
  requestPaid: 'Questi VAL sono già stati pagati.',
  requestDeclined: 'Hai già risposto di no.',
  requestEnded: 'Questa richiesta non è più aperta: i VAL vanno chiesti di nuovo.',
  requestWithdrawn: 'Questi VAL non ti vengono più chiesti.',
  notYourRequest: 'Ritira i VAL chiesti solo la persona che li ha chiesti.',
  answeredNo: 'La risposta è già arrivata: no.',
  declined: 'Hai risposto di no.',
  withdrawn: 'Non chiedi più questi VAL.',
} as const

/** `again` says when the next one is possible. */
export const askedTooOften = (times: number, again: string): string =>
  `Si possono chiedere VAL ${times} volte al giorno: puoi farlo di nuovo ${again}.`
export const askedOneTooOften = (times: number, again: string): string =>
  `Alla stessa persona si possono chiedere VAL ${times} volte al giorno, così nessuno riceve troppe richieste: a lei puoi chiederli di nuovo ${again}.`

/** Why a request that is no longer open cannot be paid or declined. */
export const CLOSED_REQUEST: Record<Exclude<ValRequestState, 'open'>, string> = {
  paid: TRANSFER_MESSAGES.requestPaid,
  declined: TRANSFER_MESSAGES.requestDeclined,
  ended: TRANSFER_MESSAGES.requestEnded,
}

/** Pending: stored, and will be confirmed or fail; never executed twice. */
export const PAYMENT_STATUSES = ['confirmed', 'pending', 'failed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
