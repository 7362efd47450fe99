// Must not import zod: browsers load this file.
import { ofDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'

export const GIFT_COLUMNS = ['username', 'amount', 'note'] as const
export const MAX_GIFT_ROWS = 10_000
export const MAX_GIFT_CSV = 8 * 1024 * 1024
export const HISTORY_PAGE = 20
/** A gift can be taken back this long after it has arrived. */
export const REVOKE_MINUTES = 60

export const GIFT_STATES = ['proposed', 'given', 'revoked'] as const
/** Proposed: it waits for the yes of another admin. */
export type GiftState = (typeof GIFT_STATES)[number]

export const TREASURY_MESSAGES = {
  tooLittle: 'In tesoreria non ci sono abbastanza VAL.',
  columns: `La prima riga deve dire username,amount e, se vuoi, note: per esempio «${GIFT_COLUMNS.join(',')}».`,
  noRows: 'Il file non contiene nessuna persona: sotto la prima riga scrivi una persona per riga.',
  nameMissing: 'Manca il nome utente.',
  memberUnknown: 'Nessuno in piazza ha questo nome utente.',
  memberDeleted: 'Questa persona ha lasciato la piazza.',
  memberSuspended: 'Questa persona è sospesa.',
  memberWithoutWallet: 'Questa persona non ha ancora un portafoglio: non ha verificato il suo account.',
  amountMissing: 'Manca l’importo.',
  noteTooLong: 'La nota è troppo lunga: al massimo 140 caratteri.',
  noteNotText: 'La nota contiene caratteri che non si possono scrivere.',
  confirmationNeeded: 'Per confermare scrivi di nuovo la somma.',
  giftNotFound: 'Questo regalo non esiste.',
  ownYes: 'Il secondo sì spetta a un’altra persona che amministra.',
  notProposed: 'Questo regalo non aspetta più un sì.',
  approved: 'Hai detto di sì: i VAL partono.',
  alreadyRevoked: 'Questo regalo è già stato ripreso o annullato.',
  revokedBefore: 'Il regalo è annullato: non era ancora partito.',
  revoked: 'I VAL tornano in tesoreria.',
  revokedFile: 'I VAL di questo file tornano in tesoreria, da chi non li ha ancora usati.',
  revokeTooLate: 'È passata più di un’ora: ora i VAL si possono solo chiedere alla persona.',
  revokedOnTheWay: 'I VAL stanno ancora arrivando: appena arrivano tornano in tesoreria.',
  giftFailed: 'Questo regalo non è mai arrivato: non c’è niente da riprendere.',
  valSpent: 'Questa persona ha già usato questi VAL: ora si possono solo chiedere a lei.',
  formula: 'Questa cella comincia come una formula: scrivi solo testo e numeri.',
} as const

/** Actions in the audit log that form the history of the treasury. */
export const TREASURY_ACTIONS = [
  'treasury.propose',
  'treasury.approve',
  'treasury.withdraw',
  'treasury.gift',
  'treasury.import',
  'treasury.stop',
  'treasury.revoke',
  'treasury.mint',
  'round.announce',
  'round.cancel',
  'round.call',
] as const
export type TreasuryAction = (typeof TREASURY_ACTIONS)[number]

/** Actions whose subject is the member who is given VAL, or the id of a file. */
export const GIFT_ACTIONS: readonly string[] = [
  'treasury.propose',
  'treasury.approve',
  'treasury.withdraw',
  'treasury.gift',
  'treasury.stop',
  'treasury.revoke',
]

/** `returned` is what is back in the treasury, of what was to be taken back. */
type Details = { amount?: number; returned?: number; gifts?: number; to?: string; date?: string }

/** Describes an action in words. */
export const describeAction = (
  action: TreasuryAction,
  { amount = 0, returned = amount, gifts = 0, to = '', date = '' }: Details,
): string => {
  const whom = gifts > 0 ? `${gifts === 1 ? 'una persona' : `${gifts} persone`}, da un file` : to
  switch (action) {
    case 'treasury.gift':
    case 'treasury.import':
      return `Dati ${formatVal(amount)} a ${whom}`
    case 'treasury.propose':
      return `Proposti ${formatVal(amount)} a ${whom}`
    case 'treasury.withdraw':
      return `Annullata la proposta di ${formatVal(amount)} a ${whom}`
    case 'treasury.stop':
      return `Fermati prima di partire ${formatVal(amount)} a ${whom}`
    case 'treasury.approve':
      return `Detto di sì a ${formatVal(amount)} a ${whom}`
    case 'treasury.revoke':
      return returned === amount
        ? `Ripresi ${formatVal(amount)} dati a ${whom}`
        : `Ripresi ${formatVal(returned)} dei ${formatVal(amount)} dati a ${whom}`
    case 'treasury.mint':
      return `Creati ${formatVal(amount)}`
    case 'round.announce':
      return `Annunciato il giro ${ofDate(date)}`
    case 'round.cancel':
      return `Annullato il giro ${ofDate(date)}`
    case 'round.call':
      return `Fatto partire il giro ${ofDate(date)}`
  }
}
