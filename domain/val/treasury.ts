// Must not import zod: browsers load this file.
import { ofDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'

export const GIFT_COLUMNS = ['username', 'amount', 'note'] as const
export const MAX_GIFT_ROWS = 10_000
export const MAX_GIFT_CSV = 8 * 1024 * 1024
export const HISTORY_PAGE = 20

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
  formula: 'Questa cella comincia come una formula: scrivi solo testo e numeri.',
} as const

/** Actions in the audit log that form the history of the treasury. */
export const TREASURY_ACTIONS = [
  'treasury.gift',
  'treasury.import',
  'treasury.mint',
  'round.announce',
  'round.cancel',
  'round.call',
] as const
export type TreasuryAction = (typeof TREASURY_ACTIONS)[number]

type Details = { amount?: number; gifts?: number; to?: string; date?: string }

/** Describes an action in words. */
export const describeAction = (
  action: TreasuryAction,
  { amount = 0, gifts = 0, to = '', date = '' }: Details,
): string => {
  switch (action) {
    case 'treasury.gift':
      return `${formatVal(amount)} a ${to}`
    case 'treasury.import':
      return `${formatVal(amount)} a ${gifts === 1 ? 'una persona' : `${gifts} persone`}, da un file`
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
