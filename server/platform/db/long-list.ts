import { MAX_COUNTED, MAX_FOUND } from '#domain/base/long-lists.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'

// For lists and exports that can contain a whole table.

// The trigram indexes need at least this many characters.
const INDEXED_LENGTH = 3
// Shorter words are searched only in the first rows of the list, up to this number.
const MAX_READ = 5_000
// If this many of the first SAMPLE rows match, the list is scanned: an index would collect all matches before the first.
const SAMPLE = 500
const MANY_IN_SAMPLE = 25
const MAX_COLLECTED = 5_000

/** A constant in the SQL text: for a limit given as a parameter the planner assumes a tenth of the rows. */
export const limitTo = (most: number) => raw(`limit ${most}`)
export const LIMIT_COLLECTED = limitTo(MAX_COLLECTED + 1)
export const isTooMany = (collected: readonly unknown[]): boolean => collected.length > MAX_COLLECTED

/** `rows` is a select without limit. */
export const countUpTo = (rows: Sql, most = MAX_COUNTED): Sql =>
  sql`select count(*) as total from (${rows} ${limitTo(most)}) as counted`

type LongSearch<Row> = {
  words: string
  /** A condition with `strpos`, which uses no index, so that the planner scans the list in its order. */
  matches: Sql
  /** Returns at most LIMIT_COLLECTED ids of matches from the trigram indexes, unordered; undefined if there are too many. */
  collect: () => Promise<string[] | undefined>
  /** Selects the ids of the list in its order, without limit. */
  first: Sql
  id: Sql
  page: (where: Sql) => Promise<Row[]>
  count: (where: Sql, most?: number) => Promise<number>
}

/** Collects and sorts few matches from an index; scans the list in its order for many, since a page then fills early. */
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
