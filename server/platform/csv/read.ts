import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { formatNumber } from '#domain/base/numbers.ts'

/** Row 1 is the header, as in a spreadsheet. */
export type RowError = { row: number; message: string }
type Table = { header: string[]; rows: { row: number; cells: string[] }[] }

const MESSAGES = {
  quoting: 'Le virgolette di questa riga non sono chiuse bene.',
  encoding:
    'Il file non è in UTF-8: alcune lettere accentate non si leggono. Salvalo di nuovo scegliendo «CSV UTF-8» o la codifica «Unicode (UTF-8)».',
  cells: 'Questa riga non ha le stesse colonne della prima.',
  length: 'Questa riga è troppo lunga.',
} as const

/** A cell that a spreadsheet would evaluate. */
export const FORMULA = /^[=+@\t\r]/

// Browsers replace bytes that are not UTF-8, such as Windows-1252, with this character.
const UNDECODED = '\uFFFD'

// In characters. Longer rows are refused before parsing, which would take much time and memory.
const MAX_LINE = 64 * 1024
const RECORD_TOO_LONG = 'CSV_MAX_RECORD_SIZE'

const findLongLine = (csv: string): number | undefined => {
  for (let row = 1, from = 0; ; row++) {
    const end = csv.indexOf('\n', from)
    if ((end < 0 ? csv.length : end) - from > MAX_LINE) return row
    if (end < 0) return undefined
    from = end + 1
  }
}

const delimiterOf = (csv: string): string => {
  const [first = ''] = csv.split(/\r?\n/, 1)
  return first.includes(';') ? ';' : first.includes('\t') ? '\t' : ','
}

const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

const tooManyRows = (most: number): string => `Al massimo ${formatNumber(most)} righe per volta: dividi il file.`

/** Parses a file separated by commas, semicolons or tabs; returns an error if it is not valid. Skips empty lines. */
export const readCsv = (csv: string, most: number): Table | RowError => {
  const undecoded = csv.indexOf(UNDECODED)
  if (undecoded >= 0) return { row: csv.slice(0, undecoded).split('\n').length, message: MESSAGES.encoding }
  const longLine = findLongLine(csv)
  if (longLine) return { row: longLine, message: MESSAGES.length }
  let all: string[][]
  try {
    all = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_LINE,
      skip_empty_lines: false,
      // The header, and one row more than allowed, to detect that there are too many.
      to: most + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = error.code === RECORD_TOO_LONG ? MESSAGES.length : MESSAGES.quoting
    return { row: typeof error.records === 'number' ? error.records + 1 : 1, message }
  }
  const [header = [], ...body] = all
  if (body.length > most) return { row: most + 2, message: tooManyRows(most) }
  const rows = body.flatMap((cells, index) => (isEmpty(cells) ? [] : [{ row: index + 2, cells }]))
  return { header: header.map((name) => name.trim()), rows }
}

/** Returns a message if a row does not have as many cells as the header. */
export const refuseCells = (cells: string[], header: string[]): string | undefined =>
  cells.length === header.length ? undefined : MESSAGES.cells
