import { formatNumber } from '#domain/base/numbers.ts'

// VAL and euro are stored and computed as integer hundredths.
export type Hundredths = number

// Totals of orders stay far below the range in which floating point loses a cent.
export const MAX_PRICE: Hundredths = 1_000_000_00

export const FREE = 'Gratis'

export const AMOUNT_MESSAGES = {
  notNumber: 'L’importo non è un numero: scrivi per esempio 12,50.',
  negative: 'L’importo non può essere negativo.',
  notPositive: 'L’importo deve essere maggiore di zero.',
  decimals: 'L’importo può avere al massimo due decimali, e nessun punto per le migliaia: il più piccolo è 0,01.',
  tooLarge: 'L’importo è troppo grande.',
} as const

/** An amount as typed; also the `pattern` of form fields. */
export const AMOUNT_PATTERN = '\\d{1,7}([.,]\\d{1,2})?'

const AMOUNT = new RegExp(`^${AMOUNT_PATTERN}$`)

/** Parses an amount as typed, "12,50" or "12.5"; an empty text is zero; undefined if it is invalid. */
export const readAmountOrNone = (text: string): Hundredths | undefined => {
  const typed = text.trim()
  if (typed === '') return 0
  return AMOUNT.test(typed) ? toHundredths(Number(typed.replace(',', '.'))) : undefined
}

/** Like `readAmountOrNone`, but also undefined if it is zero. */
export const readAmount = (text: string): Hundredths | undefined => readAmountOrNone(text) || undefined

/** An amount as people type it: "12", "12,50". */
export const typedAmount = (amount: number): string =>
  (Number.isInteger(amount) ? String(amount) : amount.toFixed(2)).replace('.', ',')

export const toHundredths = (amount: number): Hundredths => Math.round(amount * 100)
export const fromHundredths = (hundredths: Hundredths): number => hundredths / 100

// Sums of amounts, such as 0.1 + 0.2, differ from whole hundredths by less than this.
const ROUNDING_ERROR = 1e-9
const hasTwoDecimals = (amount: number): boolean => {
  const nearest = fromHundredths(toHundredths(amount))
  return Math.abs(amount - nearest) < ROUNDING_ERROR && (nearest !== 0 || amount === 0)
}

/** Why a number is not an amount in whole hundredths, of at least one hundredth unless it may be zero; undefined if it is. */
export const amountProblem = (amount: number, { mayBeZero = false } = {}): string | undefined => {
  if (!Number.isFinite(amount)) return AMOUNT_MESSAGES.notNumber
  if (amount < 0) return mayBeZero ? AMOUNT_MESSAGES.negative : AMOUNT_MESSAGES.notPositive
  if (amount === 0 && !mayBeZero) return AMOUNT_MESSAGES.notPositive
  if (amount > fromHundredths(MAX_PRICE)) return AMOUNT_MESSAGES.tooLarge
  return hasTwoDecimals(amount) ? undefined : AMOUNT_MESSAGES.decimals
}

/** Parses "12,50" or "12.5"; NaN if it is no number. Not checked: see `amountProblem`. */
export const numberIn = (text: string): number =>
  /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

export const formatAmount = (amount: number): string => formatNumber(amount, 2)
export const formatVal = (amount: number): string => `${formatAmount(amount)} VAL`
export const formatEuro = (amount: number): string => `${formatAmount(amount)} €`

/** "3", "2,50", "1.000": decimals only where there are any. */
export const withoutZeros = (amount: number): string => formatNumber(amount, Number.isInteger(amount) ? 0 : 2)

/** The amounts of a price, VAL first, without a part that is zero: "3 VAL", "2,50 €". */
export const priceParts = ({ val = 0, euro = 0 }: { val?: number; euro?: number }): string[] => [
  ...(val > 0 ? [`${withoutZeros(val)} VAL`] : []),
  ...(euro > 0 ? [`${withoutZeros(euro)} €`] : []),
]

/** "3 VAL + 2,50 €"; "Gratis" if nothing is asked. */
export const formatPrice = (price: { val?: number; euro?: number }): string => priceParts(price).join(' + ') || FREE
