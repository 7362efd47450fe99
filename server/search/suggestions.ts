import type { ListingQuery } from '#domain/listings.schema.ts'
import { MAX_SUGGESTIONS, type Suggestion } from '#domain/suggestions.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { aStatement, ask, type Page } from '#server/search/statement.ts'
import { typedWords } from '#server/search/words.ts'

const WORDS = 4
const CATEGORIES = 2
const LISTINGS = 3
const SHORTEST = 2

export type Suggestions = ReturnType<typeof makeSuggestions>

// The words that begin as typed, those of most listings first; articles and the like are words that nobody looks for.
const COMPLETE = `
  select 'words' as kind, w.word as text from (
    select word, shown from listing_word
    where word ~>=~ $1 and word ~<~ ($1 || chr(1114111)) and shown > 0 and ts_lexize('italian_stem', word) <> '{}'
    order by shown desc, word limit ${WORDS}
  ) as w
  union all
  select 'category', c.name from (
    select c.name from category c join listing_tally t on t.section = '' and t.category = c.key
    where plain(c.key) ~>=~ $1 and plain(c.key) ~<~ ($1 || chr(1114111)) and t.shown > 0
    order by t.shown desc, c.key limit ${CATEGORIES}
  ) as c`

type Search = (query: ListingQuery) => Promise<Page>

/** What someone who has typed so far may want. */
export const makeSuggestions =
  (db: Database, search: Search) =>
  async (typed: string): Promise<Suggestion[]> => {
    const words = typedWords(typed)
    const last = words.at(-1) ?? ''
    if (last.length < SHORTEST) return []
    const statement = aStatement()
    statement.bind(last)
    const [completed, found] = await Promise.all([
      ask<Suggestion>(db, COMPLETE, statement),
      search({ name: typed, p: 1, pageSize: LISTINGS, min: 0, max: 0, rating: 0 }),
    ])
    const before = words.slice(0, -1)
    const suggestions: Suggestion[] = [
      ...completed.map(({ kind, text }) => ({ kind, text: kind === 'words' ? [...before, text].join(' ') : text })),
      ...found.rows.map(({ id, name }) => ({ kind: 'listing' as const, text: name, id })),
    ]
    return suggestions.slice(0, MAX_SUGGESTIONS)
  }
