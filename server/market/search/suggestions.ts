import { MAX_SUGGESTIONS, type Suggestion } from '#domain/market/suggestions.schema.ts'
import { constant } from '#server/market/search/page-query.ts'
import { startsWith, wordsIn } from '#server/market/search/terms.ts'
import { textPage } from '#server/market/search/text-search.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const MAX_WORDS = 4
const MAX_CATEGORIES = 2
const MAX_LISTINGS = 3
const MIN_LENGTH = 2

/** The most frequent words that start with the prefix, without stop words, then the largest categories. */
const complete = (db: Database, prefix: string): Promise<Pick<Suggestion, 'kind' | 'text'>[]> => {
  const typed = sql`${prefix}::text`
  return db.query(
    sql`
    select 'words' as kind, w.word as text from (
      select word, shown from listing_word
      where ${startsWith(sql`word`, typed)} and shown > 0 and ts_lexize('italian_stem', word) <> '{}'
      order by shown desc, word limit ${constant(MAX_WORDS)}
    ) as w
    union all
    select 'category', c.name from (
      select c.name from category c join listing_tally t on t.section = '' and t.category = c.key
      where ${startsWith(sql`plain(c.key)`, typed)} and t.shown > 0
      order by t.shown desc, c.key limit ${constant(MAX_CATEGORIES)}
    ) as c`,
  )
}

/** Completions of the last word, categories and listings for what has been typed so far. */
export const findSuggestions = async (db: Database, typed: string): Promise<Suggestion[]> => {
  const words = wordsIn(typed)
  const last = words.at(-1) ?? ''
  if (last.length < MIN_LENGTH) return []
  const [completions, found] = await Promise.all([
    complete(db, last),
    textPage(db, { name: typed, p: 1, pageSize: MAX_LISTINGS, min: 0, max: 0, rating: 0 }, { isTyping: true }),
  ])
  const before = words.slice(0, -1)
  const suggestions: Suggestion[] = [
    ...completions.map(({ kind, text }) => ({ kind, text: kind === 'words' ? [...before, text].join(' ') : text })),
    ...found.rows.map(({ id, name }) => ({ kind: 'listing' as const, text: name, id })),
  ]
  return suggestions.slice(0, MAX_SUGGESTIONS)
}
