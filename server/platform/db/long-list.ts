import { MAX_COUNTED, MAX_FOUND } from '#domain/base/long-lists.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'

// Lists and exports that can contain a whole table.

// The indexes on trigrams find texts of this length on.
const INDEXED_LENGTH = 3
// Shorter ones are looked for among this many rows.
const MAX_READ = 5_000
// Words are common that a twentieth of the first rows contain: an index would collect all matches before the first one.
const SAMPLE = 500
const MANY_IN_SAMPLE = 25
const MAX_COLLECTED = 5_000

/** A constant in the text: for a limit given as a parameter the planner assumes a tenth of the rows. */
export const limitTo = (most: number) => raw(`limit ${most}`)
export const LIMIT_COLLECTED = limitTo(MAX_COLLECTED + 1)
export const isTooMany = (collected: readonly unknown[]): boolean => collected.length > MAX_COLLECTED

/** `rows` is a select without limit. */
export const countUpTo = (rows: Sql, most = MAX_COUNTED): Sql =>
  sql`select count(*) as total from (${rows} ${limitTo(most)}) as counted`

type LongSearch<Row> = {
  words: string
  /** By `strpos`, for which no index is used: then the planner reads the list in its order. */
  matches: Sql
  /** The ids of the matches, LIMIT_COLLECTED, in any order, by the indexes on trigrams; undefined if there are too many. */
  collect: () => Promise<string[] | undefined>
  /** The ids of the list in its order, without limit. */
  first: Sql
  id: Sql
  page: (where: Sql) => Promise<Row[]>
  count: (where: Sql, most?: number) => Promise<number>
}

/** Few matches are collected and sorted; of many, a page is soon full when the list is read in its order. */
export const searchLongList = async <Row>(search: LongSearch<Row>): Promise<{ rows: Row[]; total: number }> => {
  const { words, matches, collect, first, id, page, count } = search
  const pageAndTotal = async (where: Sql, most?: number) => {
    const [rows, total] = await Promise.all([page(where), count(where, most)])
    return { rows, total }
  }
  const amongFirst = (most: number) => sql`${matches} and ${id} in (${first} ${limitTo(most)})`
  if (words.length < INDEXED_LENGTH) return pageAndTotal(amongFirst(MAX_READ))
  if ((await count(amongFirst(SAMPLE))) >= MANY_IN_SAMPLE) return pageAndTotal(matches, MAX_FOUND)
  const ids = await collect()
  if (!ids || isTooMany(ids)) return { rows: await page(matches), total: MAX_FOUND }
  return pageAndTotal(sql`${id} = any(${ids}::uuid[])`)
}
