// Must not import zod: browsers load this file.
import { formatPrice } from '#domain/base/money.ts'

export const PIN_DIGITS = 6
/** Also the `pattern` of form fields. */
export const PIN_PATTERN = `\\d{${PIN_DIGITS}}`
export const DESK_CODE_MINUTES = 10
export const DESK_SESSION_MINUTES = 30
export const MAX_WRONG_CODES = 5

/** The suffix of the placeholder addresses of members without e-mail. `.invalid` is reserved (RFC 2606), and no mail is sent to it. */
export const NO_MAILBOX = '@senza-posta.invalid'
export const addressWithoutMailbox = (code: string): string => `tessera-${code}${NO_MAILBOX}`
export const hasMailbox = (email: string): boolean => !email.endsWith(NO_MAILBOX)
/** The address to show: empty without a mailbox. */
export const shownEmail = (email: string): string => (hasMailbox(email) ? email : '')

/** `sum` in VAL. */
export const dailySumMessage = (sum: number): string =>
  sum > 0
    ? `Lo sportello può pagare al massimo ${formatPrice({ val: sum })} al giorno per la stessa persona.`
    : 'Qui lo sportello non può pagare per conto di altre persone.'

export const DESK_MESSAGES = {
  notHere:
    'Lo sportello può fare solo ciò che serve a pubblicare, rispondere, pagare e fare ricorso per chi è presente.',
  ownAccount: 'Chi sta allo sportello non può agire sul proprio account.',
  privileged: 'Lo sportello non agisce per chi amministra, modera o sta allo sportello.',
  wrong: 'Il codice o il PIN non è giusto, è scaduto o è già stato usato.',
  locked: 'La tessera è bloccata dopo troppi PIN sbagliati: ne serve una nuova, da chi amministra.',
  sent: 'Abbiamo mandato il codice alla sua e-mail: vale dieci minuti.',
  noMailbox: 'Questa persona non ha un’e-mail: serve la tessera con il PIN.',
  notActing: 'Questa pagina serve solo mentre si agisce per conto di qualcuno.',
} as const
