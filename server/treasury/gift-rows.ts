import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Hundredths, MAX_PRICE, toHundredths } from '#domain/money.ts'
import { collapseSpaces, isCleanText } from '#domain/text.ts'
import { MAX_NOTE } from '#domain/transfers.ts'
import { GIFT_COLUMNS, MAX_GIFT_ROWS, TREASURY_MESSAGES } from '#domain/treasury.ts'

export type GiftOfRow = { row: number; username: string; amount: Hundredths; note: string }
export type RowError = { row: number; message: string }
export type ReadGifts = { gifts: GiftOfRow[]; errors: RowError[] }

const FORMULA = /^[=+@\t\r]/
const NUMBER = /^-?\d+([.,]\d+)?$/
const TWO_DECIMALS = /^-?\d+([.,]\d{1,2})?$/

/** The message about an amount, or the amount in hundredths. */
const readAmount = (text: string): Hundredths | string => {
  if (text === '') return TREASURY_MESSAGES.amountMissing
  if (FORMULA.test(text)) return TREASURY_MESSAGES.formula
  if (!NUMBER.test(text)) return TREASURY_MESSAGES.amountNotNumber
  if (!TWO_DECIMALS.test(text)) return TREASURY_MESSAGES.amountDecimals
  const amount = toHundredths(Number(text.replace(',', '.')))
  if (amount <= 0) return TREASURY_MESSAGES.amountNotPositive
  return amount > MAX_PRICE ? TREASURY_MESSAGES.amountTooLarge : amount
}

const problemWithNote = (note: string): string | undefined => {
  if (FORMULA.test(note) || note.startsWith('-')) return TREASURY_MESSAGES.formula
  if (!isCleanText(note)) return TREASURY_MESSAGES.noteNotText
  return note.length > MAX_NOTE ? TREASURY_MESSAGES.noteTooLong : undefined
}

const readRow = (row: number, cells: string[], columns: string[]): GiftOfRow | RowError => {
  if (cells.length !== columns.length) return { row, message: TREASURY_MESSAGES.cells }
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

const delimiterOf = (csv: string): string => {
  const [first = ''] = csv.split(/\r?\n/, 1)
  return first.includes(';') ? ';' : first.includes('\t') ? '\t' : ','
}

/** Rows of a spreadsheet, header included; more than the allowed number is enough to refuse it. */
const readCells = (csv: string): string[][] =>
  parse(csv, {
    bom: true,
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: MAX_GIFT_ROWS + 2,
  })

const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

const hasRightColumns = (columns: string[]): boolean =>
  columns.includes('username') &&
  columns.includes('amount') &&
  new Set(columns).size === columns.length &&
  columns.every((name) => (GIFT_COLUMNS as readonly string[]).includes(name))

/** The gifts that a file describes. A row number is that of the spreadsheet: row 1 is the header. */
export const readGifts = (csv: string): ReadGifts => {
  const refuse = (row: number, message: string): ReadGifts => ({ gifts: [], errors: [{ row, message }] })
  let rows: string[][]
  try {
    rows = readCells(csv)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse(typeof error.records === 'number' ? error.records + 1 : 1, TREASURY_MESSAGES.quoting)
  }
  const [head = [], ...body] = rows
  const columns = head.map((name) => name.trim().toLowerCase())
  if (!hasRightColumns(columns)) return refuse(1, TREASURY_MESSAGES.columns)
  if (body.length > MAX_GIFT_ROWS) return refuse(MAX_GIFT_ROWS + 2, TREASURY_MESSAGES.tooManyRows)
  const read = body.flatMap((cells, index) => (isEmpty(cells) ? [] : [readRow(index + 2, cells, columns)]))
  if (read.length === 0) return refuse(2, TREASURY_MESSAGES.noRows)
  return {
    gifts: read.filter((one) => 'amount' in one),
    errors: read.filter((one) => 'message' in one),
  }
}
