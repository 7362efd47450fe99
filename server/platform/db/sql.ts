import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'

export { empty, join, raw, type Sql } from 'sql-template-tag'
export { sql }

// Column names come from the code, never from a request.
const nameColumns = (row: object): Sql => join(Object.keys(row).map(raw))

/** `(a, b) values (1, 2)` for an insert. */
export const valuesOf = (row: object): Sql => sql`(${nameColumns(row)}) values (${join(Object.values(row))})`

/** `a = 1, b = 2` for an update. */
export const assignmentsOf = (row: object): Sql =>
  join(Object.entries(row).map(([name, value]) => sql`${raw(name)} = ${value}`))

/** Escapes a text so that `like` matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

// Each connection keeps every prepared statement until it closes, so texts beyond this number run unprepared.
const MAX_PREPARED = 500
const names = new Map<string, string>()

/** pg prepares only named statements; the name is a hash of the text. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= MAX_PREPARED) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A statement as pg takes it, prepared unless `isPooled`. Rejects `undefined`, which pg would silently send as null. */
export const toQuery = ({ text, values }: Sql, isPooled: boolean): QueryConfig<unknown[]> => {
  if (values.includes(undefined)) throw new TypeError(`undefined value in: ${text}`)
  return { name: isPooled ? undefined : nameOf(text), text, values }
}
