import { formatDate, formatTime } from '#domain/base/dates.ts'

/** The byte order mark makes spreadsheets read UTF-8. */
export const CSV_START = '\uFEFF'

/** Prefixes a text that begins like a formula with an apostrophe, so that no spreadsheet evaluates it. */
export const csvText = (text: string): string =>
  `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export const csvAmount = (amount: number): string => amount.toFixed(2).replace('.', ',')

export const csvTime = (moment: Date | null): string => (moment ? `${formatDate(moment)} ${formatTime(moment)}` : '')

/** A row of cells as the functions above make them. Italian spreadsheets separate cells by semicolons. */
export const csvRow = (cells: string[]): string => `${cells.join(';')}\r\n`
