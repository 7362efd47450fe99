import { AMOUNT_MESSAGES, amountProblem, type Hundredths, numberIn, toHundredths } from '#domain/base/money.ts'
import { collapseSpaces, isCleanText } from '#domain/base/text.ts'
import { MAX_NOTE } from '#domain/val/transfers.ts'
import { GIFT_COLUMNS, MAX_GIFT_ROWS, TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import { FORMULA, type RowError, readCsv, refuseCells } from '#server/platform/csv/read.ts'

export type GiftOfRow = { row: number; username: string; amount: Hundredths; note: string }
export type ReadGifts = { gifts: GiftOfRow[]; errors: RowError[] }

// A thousand, for who writes 1.000; as a number it would be 1.
const THREE_DECIMALS = /[.,]\d{3,}$/

/** Returns the amount in hundredths, or an error message. */
const readAmount = (text: string): Hundredths | string => {
  if (text === '') return TREASURY_MESSAGES.amountMissing
  if (FORMULA.test(text)) return TREASURY_MESSAGES.formula
  if (THREE_DECIMALS.test(text)) return AMOUNT_MESSAGES.decimals
  const amount = numberIn(text)
  return amountProblem(amount) ?? toHundredths(amount)
}

const problemWithNote = (note: string): string | undefined => {
  if (FORMULA.test(note) || note.startsWith('-')) return TREASURY_MESSAGES.formula
  if (!isCleanText(note)) return TREASURY_MESSAGES.noteNotText
  return note.length > MAX_NOTE ? TREASURY_MESSAGES.noteTooLong : undefined
}

const readRow = (row: number, cells: string[], columns: string[]): GiftOfRow | RowError => {
  const wrongCells = refuseCells(cells, columns)
  if (wrongCells) return { row, message: wrongCells }
  const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
  const username = collapseSpaces(cell('username'))
  if (username === '') return { row, message: TREASURY_MESSAGES.nameMissing }
  if (FORMULA.test(username)) return { row, message: TREASURY_MESSAGES.formula }
  const amount = readAmount(cell('amount').trim())
  if (typeof amount === 'string') return { row, message: amount }
  const note = collapseSpaces(cell('note'))
  const message = problemWithNote(note)
  return message ? { row, message } : { row, username, amount, note }
}

const hasRightColumns = (columns: string[]): boolean =>
  columns.includes('username') &&
  columns.includes('amount') &&
  new Set(columns).size === columns.length &&
  columns.every((name) => (GIFT_COLUMNS as readonly string[]).includes(name))

/** Parses the gifts of a file. Row numbers are those of the spreadsheet: row 1 is the header. */
export const readGifts = (csv: string): ReadGifts => {
  const refuse = (error: RowError): ReadGifts => ({ gifts: [], errors: [error] })
  const table = readCsv(csv, MAX_GIFT_ROWS)
  if ('message' in table) return refuse(table)
  const columns = table.header.map((name) => name.toLowerCase())
  if (!hasRightColumns(columns)) return refuse({ row: 1, message: TREASURY_MESSAGES.columns })
  const read = table.rows.map(({ row, cells }) => readRow(row, cells, columns))
  if (read.length === 0) return refuse({ row: 2, message: TREASURY_MESSAGES.noRows })
  return {
    gifts: read.filter((one) => 'amount' in one),
    errors: read.filter((one) => 'message' in one),
  }
}
