import type { Database, Queries } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'

const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40

/** A lexeme, and the number of shown listings that have it in the title, in title, tags or category, and anywhere. */
export type Term = { lexeme: string; title: number; labels: number; anywhere: number }

/** The tsvectors of a listing, written as in the definition of the index listing_terms. */
export const TITLE = sql`title_words(l.name)`
export const LABELS = sql`label_words(l.name, l.brand, l.category)`
export const ANYWHERE = sql`l.search`

/** Sequences of letters and digits, without accents and case; all other characters separate words. */
export const wordsIn = (text: string): string[] => {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH)
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** A prefix condition that a text_pattern_ops index answers for any prefix, also one that is not a constant. */
export const startsWith = (column: Sql, prefix: Sql): Sql =>
  sql`${column} ~>=~ ${prefix} and ${column} ~<~ (${prefix} || chr(1114111))`

/**
 * Joins for a word `typed.word`: `t.lexeme` is its own lexeme, `f.lexeme` the one to search for, both null for words without
 * a lexeme (articles, prepositions). A word that no shown listing has is replaced by the most frequent word that starts with
 * it, or else by the most similar word at one edit's distance.
 */
export const RESOLVE_WORD = sql`
    cross join lateral (select (tsvector_to_array(to_tsvector('italiano', typed.word)))[1] as lexeme offset 0) as t
    cross join lateral (
      select exists (select from listing_lexeme x where x.lexeme = t.lexeme and x.anywhere > 0) as exists offset 0) as known
    left join lateral (
      (select v.word, 1 as method, v.shown::real as score from listing_word v
        where not known.exists and length(typed.word) > 2
          and ${startsWith(sql`v.word`, sql`typed.word`)} and v.shown > 0
        order by v.shown desc limit 1)
      union all
      (select v.word, 2, similarity(v.word, typed.word) * (1 + ln(v.shown) / 20) from listing_word v
        where not known.exists and v.spelling_keys && spelling_keys_of(typed.word) and v.shown > 0 order by 3 desc limit 1)
      order by method, score desc limit 1
    ) as replacement on true
    cross join lateral (select case when replacement.word is null then t.lexeme
      else (tsvector_to_array(to_tsvector('italiano', replacement.word)))[1] end as lexeme offset 0) as f`

/** The words that have a lexeme, as typed. */
export const ownLexemes = (db: Queries, text: string): Promise<{ word: string; lexeme: string }[]> =>
  db.query<{ word: string; lexeme: string }>(sql`
    select word, lexeme from unnest(${wordsIn(text)}::text[]) as word,
      lateral (select (tsvector_to_array(to_tsvector('italiano', word)))[1] as lexeme) as own
    where lexeme is not null order by word`)

/** The terms to search for. */
export const lookUpTerms = async (db: Database, text: string): Promise<Term[]> => {
  const terms = await db.query<Term>(sql`
    select f.lexeme, coalesce(x.title, 0) as title, coalesce(x.labels, 0) as labels, coalesce(x.anywhere, 0) as anywhere
    from unnest(${wordsIn(text)}::text[]) with ordinality as typed (word, position) ${RESOLVE_WORD}
    left join listing_lexeme x on x.lexeme = f.lexeme
    where t.lexeme is not null and f.lexeme is not null
    order by typed.position`)
  return terms.filter(({ lexeme }, index) => terms.findIndex((term) => term.lexeme === lexeme) === index)
}

type Weights = '' | 'A' | 'AB'

const quote = (lexeme: string) => `'${lexeme.replace(/[\\']/g, '$&$&')}'`
const toQuery = (terms: Term[], operator: '&' | '|', weights: Weights): string =>
  terms.map(({ lexeme }) => quote(lexeme) + (weights && `:${weights}`)).join(` ${operator} `)

/** A tsquery for all or for any of the terms; weight A restricts it to the title, AB to title, tags and category. */
export const allOf = (terms: Term[], weights: Weights = ''): string => toQuery(terms, '&', weights)
export const anyOf = (terms: Term[], weights: Weights = ''): string => toQuery(terms, '|', weights)
