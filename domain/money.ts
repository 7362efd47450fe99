// VAL and euro are stored and computed as integer hundredths.
export type Hundredths = number

// Totals of orders stay far below the range in which floating point loses a cent.
export const MAX_PRICE: Hundredths = 1_000_000_00

/** An amount as typed; also the `pattern` of form fields. */
export const AMOUNT_PATTERN = '\\d{1,7}([.,]\\d{1,2})?'

export const toHundredths = (amount: number): Hundredths => Math.round(amount * 100)
export const fromHundredths = (hundredths: Hundredths): number => hundredths / 100

const twoDecimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const formatVal = (amount: number): string => `${twoDecimals.format(amount)} VAL`
export const formatEuro = (amount: number): string => `${twoDecimals.format(amount)} €`
