// Mails that members answer. Must not import zod: browsers load this file.

/** How long a reply waits for the member's confirmation. */
export const CONFIRM_DAYS = 7
/** How long is remembered which mails have arrived, so that none is read twice. */
export const INBOUND_DAYS = 30

/** What a confirmation does: sends the reply as a message, accepts the request, or closes it. */
export const REPLY_ACTS = ['send', 'accept', 'close'] as const
export type ReplyAct = (typeof REPLY_ACTS)[number]

export const INBOUND_MESSAGES = {
  linkInvalid: 'Questo link non è valido, è scaduto o è già stato usato.',
  sent: 'Messaggio inviato.',
  attachmentsLeftOut: '[C’erano allegati: per e-mail arriva solo il testo.]',
  cut: '[Il resto dell’e-mail era troppo lungo.]',
} as const

export const replyConfirmationPath = (code: string): string => `/risposta/${code}`
