import type { Database } from '#server/db/connect.ts'
import { aStatement, ask } from '#server/search/statement.ts'

// What someone typed, as words that listings have. A word that no shown listing has is completed, or else taken for a
// slip of the one it looks most like.

const WORDS_AT_MOST = 8
const LONGEST_WORD = 40

/** A word, and how many shown listings have it in the title, in title, tags or category, and anywhere. */
export type Term = { word: string; lexeme: string; title: number; labels: number; anywhere: number }
export type Words = ReturnType<typeof makeWords>

/** Letters and digits in rows; everything else, `%`, `_` and quotes included, only stands between them. */
export const typedWords = (text: string): string[] => {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word.length <= LONGEST_WORD)
  return [...new Set(words)].slice(0, WORDS_AT_MOST)
}

const LOOK_UP = `
  select coalesce(instead.word, typed.word) as word, f.lexeme, coalesce(x.title, 0) as title,
    coalesce(x.labels, 0) as labels, coalesce(x.anywhere, 0) as anywhere
  from unnest($1::text[]) with ordinality as typed (word, turn)
  cross join lateral (select (tsvector_to_array(to_tsvector('italiano', typed.word)))[1] as lexeme offset 0) as t
  cross join lateral (
    select exists (select from listing_lexeme x where x.lexeme = t.lexeme and x.anywhere > 0) as there offset 0) as known
  left join lateral (
    (select v.word, 1 as way, v.shown::real as likeness from listing_word v
      where not known.there and length(typed.word) > 2
        and v.word ~>=~ typed.word and v.word ~<~ (typed.word || chr(1114111)) and v.shown > 0
      order by v.shown desc limit 1)
    union all
    (select v.word, 2, similarity(v.word, typed.word) * (1 + ln(v.shown) / 20) from listing_word v
      where not known.there and v.slips && slips_of(typed.word) and v.shown > 0 order by 3 desc limit 1)
    order by way, likeness desc limit 1
  ) as instead on true
  cross join lateral (select case when instead.word is null then t.lexeme
    else (tsvector_to_array(to_tsvector('italiano', instead.word)))[1] end as lexeme offset 0) as f
  left join listing_lexeme x on x.lexeme = f.lexeme
  where t.lexeme is not null and f.lexeme is not null
  order by typed.turn`

export const makeWords = (db: Database) => ({
  /** The terms to search for; articles and the like, which every listing has, are left out. */
  async lookUp(text: string): Promise<Term[]> {
    const statement = aStatement()
    statement.bind(typedWords(text))
    const terms = await ask<Term>(db, LOOK_UP, statement)
    return terms.filter(({ lexeme }, index) => terms.findIndex((term) => term.lexeme === lexeme) === index)
  },
})

const quoted = (lexeme: string) => `'${lexeme.replace(/[\\']/g, '$&$&')}'`

/** Terms in the database's language for queries; with `weights`, only where listings have them with one of these. */
export const allOf = (terms: Term[], weights = ''): string =>
  terms.map(({ lexeme }) => `${quoted(lexeme)}${weights && `:${weights}`}`).join(' & ')
export const anyOf = (terms: Term[], weights = ''): string => allOf(terms, weights).replaceAll(' & ', ' | ')
