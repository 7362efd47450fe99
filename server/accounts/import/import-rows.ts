import { z } from 'zod'
import {
  IMPORT_MESSAGES,
  type ImportField,
  type ImportMapping,
  LISTING_SEPARATOR,
  MAX_IMPORT_ROWS,
  MAX_IMPORTED_LISTINGS,
  recogniseColumns,
  repeatedInRow,
  unknownColumn,
} from '#domain/accounts/member-import.ts'
import { identityKey, Username } from '#domain/accounts/members.schema.ts'
import { MAX_NAME, MAX_SELLER_DESCRIPTION, ZIP_CODE_INVALID, ZIP_CODE_PATTERN } from '#domain/accounts/members.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { Email } from '#domain/base/email.schema.ts'
import { PROVINCES } from '#domain/base/provinces.ts'
import { nameLine, paragraph } from '#domain/base/text.ts'
import { DRAFT_PREFIX, MAX_TITLE } from '#domain/market/listings.ts'
import { FORMULA, type RowError, readCsv, refuseCells } from '#server/platform/csv/read.ts'

export type ImportedListing = { name: string; section: 'offro' | 'cerco' }
export type ImportedPerson = {
  row: number
  email: string
  username: string
  name: string
  surname: string
  phone: string
  zipCode: string
  city: string
  description: string
  listings: ImportedListing[]
}
export type ReadPeople = {
  people: ImportedPerson[]
  errors: RowError[]
  rows: number
  columns: string[]
  mapping: ImportMapping
}

const ListingTitle = nameLine(MAX_TITLE - DRAFT_PREFIX.length)
const ZipCode = z.string().regex(new RegExp(`^(${ZIP_CODE_PATTERN})?$`), ZIP_CODE_INVALID)
const Name = nameLine(MAX_NAME)
const Description = paragraph(MAX_SELLER_DESCRIPTION)
const PROVINCE_BY_KEY = new Map(PROVINCES.map((name) => [identityKey(name), name]))

/** The first error in a row. */
class WrongCell extends Error {}

const read = <T>(what: string, schema: z.ZodType<T, string>, text: string): T => {
  const result = schema.safeParse(text)
  if (!result.success) throw new WrongCell(`${what}: ${result.error.issues[0]?.message ?? ''}`)
  return result.data
}

const refuseFormulas = (...texts: string[]): void => {
  if (texts.some((text) => FORMULA.test(text))) throw new WrongCell(IMPORT_MESSAGES.formula)
}

const readListings = (cell: string, section: ImportedListing['section']): ImportedListing[] =>
  cell
    .split(LISTING_SEPARATOR)
    .map((title) => title.trim())
    .filter(Boolean)
    .map((title) => {
      refuseFormulas(title)
      return { name: DRAFT_PREFIX + read('Annuncio', ListingTitle, title), section }
    })

/** Matches names of provinces in any case. Other values are dropped, because many files have a town in this column. */
const provinceOf = (text: string): string => PROVINCE_BY_KEY.get(identityKey(text)) ?? ''

const readPerson = (row: number, cellOf: (field: ImportField) => string): ImportedPerson => {
  const [email, name, surname] = [cellOf('email'), cellOf('name'), cellOf('surname')]
  if (email === '') throw new WrongCell(IMPORT_MESSAGES.emailMissing)
  const username = cellOf('username') || `${name} ${surname}`.trim()
  if (username === '') throw new WrongCell(IMPORT_MESSAGES.usernameMissing)
  refuseFormulas(email, username, name, surname)
  const listings = [...readListings(cellOf('offers'), 'offro'), ...readListings(cellOf('wants'), 'cerco')]
  if (listings.length > MAX_IMPORTED_LISTINGS) throw new WrongCell(IMPORT_MESSAGES.tooManyListings)
  return {
    row,
    email: read('E-mail', Email, email),
    username: read('Nome utente', Username, username),
    name: read('Nome', Name, name),
    surname: read('Cognome', Name, surname),
    phone: read('Telefono', Phone, cellOf('phone')),
    zipCode: read('CAP', ZipCode, cellOf('zipCode')),
    city: provinceOf(cellOf('city')),
    description: read('Presentazione', Description, cellOf('description')),
    listings,
  }
}

const problemWithColumns = (header: string[], mapping: ImportMapping): string | undefined => {
  const missing = Object.values(mapping).find((column) => !header.includes(column))
  if (missing !== undefined) return unknownColumn(missing)
  const used = Object.values(mapping)
  if (used.some((column) => header.indexOf(column) !== header.lastIndexOf(column)))
    return IMPORT_MESSAGES.doubledColumns
  if (mapping.email === undefined) return IMPORT_MESSAGES.emailColumn
  return mapping.username === undefined && mapping.name === undefined ? IMPORT_MESSAGES.nameColumn : undefined
}

/** Returns an error for each person whose address or name is in an earlier row. */
const findRepeated = (people: ImportedPerson[], skeletonOf: (username: string) => string): RowError[] => {
  const rowOfEmail = new Map<string, number>()
  const rowOfName = new Map<string, number>()
  return people.flatMap(({ row, email, username }): RowError[] => {
    const [emailKey, nameKey] = [identityKey(email), skeletonOf(username)]
    const [sameEmail, sameName] = [rowOfEmail.get(emailKey), rowOfName.get(nameKey)]
    if (sameEmail) return [{ row, message: repeatedInRow('Questo indirizzo', sameEmail) }]
    if (sameName)
      return [{ row, message: repeatedInRow(`Il nome utente ${username}, o uno che sembra uguale,`, sameName) }]
    rowOfEmail.set(emailKey, row)
    rowOfName.set(nameKey, row)
    return []
  })
}

/** Returns the people in a CSV file, and the errors of the rows that cannot be imported. */
export const readPeople = (csv: string, given: ImportMapping, skeletonOf: (username: string) => string): ReadPeople => {
  const table = readCsv(csv, MAX_IMPORT_ROWS)
  if ('message' in table) return { people: [], errors: [table], rows: 0, columns: [], mapping: {} }
  const { header, rows } = table
  const mapping = { ...recogniseColumns(header), ...given }
  const refuse = (row: number, message: string): ReadPeople => ({
    people: [],
    errors: [{ row, message }],
    rows: rows.length,
    columns: header,
    mapping,
  })
  const problem = problemWithColumns(header, mapping)
  if (problem) return refuse(1, problem)
  if (rows.length === 0) return refuse(2, IMPORT_MESSAGES.noRows)
  const indexes = new Map(Object.entries(mapping).map(([field, column]) => [field, header.indexOf(column)]))
  const people: ImportedPerson[] = []
  const errors: RowError[] = []
  for (const { row, cells } of rows) {
    try {
      const wrongCells = refuseCells(cells, header)
      if (wrongCells) throw new WrongCell(wrongCells)
      people.push(readPerson(row, (field) => cells[indexes.get(field) ?? -1]?.trim() ?? ''))
    } catch (error) {
      if (!(error instanceof WrongCell)) throw error
      errors.push({ row, message: error.message })
    }
  }
  return {
    people,
    errors: [...errors, ...findRepeated(people, skeletonOf)],
    rows: rows.length,
    columns: header,
    mapping,
  }
}
