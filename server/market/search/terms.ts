import type { Queries } from '#server/platform/db/pool.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40
// The longest synonyms: "macchina da cucire".
const MAX_PHRASE = 4

/** The number of shown listings that have something in the title, in title, tags or category, and anywhere. */
type Counts = { title: number; labels: number; anywhere: number }

/** A word or phrase with the same meaning, as a tsquery. */
type Synonym = { query: string; lexemes: string[] }

/**
 * A word or phrase of the search, and its synonyms that occur in shown listings. The counts include the synonyms; they are
 * exact only for a single lexeme without synonyms.
 */
export type Term = Counts & { lexemes: string[]; synonyms: Synonym[] }

export const isCountExact = ({ lexemes, synonyms }: Term): boolean => synonyms.length === 0 && lexemes.length === 1

/** The tsvectors of a listing, written as in the definition of the index listing_terms. */
export const TITLE = sql`title_words(l.name)`
export const LABELS = sql`label_words(l.name, l.brand, l.category)`
export const ANYWHERE = sql`l.search`

/** Sequences of letters and digits, without accents and case; all other characters separate words. */
export const wordsIn = (text: string, most = MAX_WORDS): string[] => {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH)
  return [...new Set(words)].slice(0, most)
}

/** A prefix condition that can use a text_pattern_ops index for any prefix, also one that is not a constant. */
export const startsWith = (column: Sql, prefix: Sql): Sql =>
  sql`${column} ~>=~ ${prefix} and ${column} ~<~ (${prefix} || chr(1114111))`

/**
 * Joins for a word `typed.word`: `t.lexeme` is its own lexeme, `f.lexeme` the one to search for, both null for words without
 * a lexeme (articles, prepositions). A word that no shown listing has, and that has no synonyms, is replaced by the most
 * frequent word that starts with it, or else by the most similar word at one edit's distance.
 */
const RESOLVE_WORD = sql`
    cross join lateral (select (tsvector_to_array(to_tsvector('italiano', typed.word)))[1] as lexeme offset 0) as t
    cross join lateral (
      select t.lexeme is null or exists (select from listing_lexeme x where x.lexeme = t.lexeme and x.anywhere > 0)
        or exists (select from synonym s where s.query = plainto_tsquery('italiano', typed.word)::text) as exists
      offset 0) as known
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

/** The same without correction. */
const OWN_WORD = sql`
    cross join lateral (select (tsvector_to_array(to_tsvector('italiano', typed.word)))[1] as lexeme offset 0) as f`

/** The lexemes of the words as typed. */
export const ownLexemes = async (db: Queries, text: string): Promise<string[]> =>
  (await lookUpWords(db, wordsIn(text), false)).map(({ lexeme }) => lexeme)

type WordRow = Counts & { position: number; lexeme: string }

const lookUpWords = (db: Queries, words: string[], isCorrected: boolean): Promise<WordRow[]> =>
  db.query<WordRow>(sql`
    select typed.position, f.lexeme, coalesce(x.title, 0) as title, coalesce(x.labels, 0) as labels,
      coalesce(x.anywhere, 0) as anywhere
    from unnest(${words}::text[]) with ordinality as typed (word, position) ${isCorrected ? RESOLVE_WORD : OWN_WORD}
    left join listing_lexeme x on x.lexeme = f.lexeme
    where f.lexeme is not null
    order by typed.position`)

type SynonymRow = Counts & Synonym & { first: number; last: number }

/**
 * The synonyms of every run of at most MAX_PHRASE words, only those that shown listings contain unless `hasUnknown`; a phrase
 * counts as its rarest word.
 */
const lookUpSynonyms = (db: Queries, words: string[], hasUnknown: boolean): Promise<SynonymRow[]> => {
  const runs = words.flatMap((_, first) =>
    Array.from({ length: Math.min(MAX_PHRASE, words.length - first) }, (_, more) => ({ first, last: first + more })),
  )
  const texts = runs.map(({ first, last }) => words.slice(first, last + 1).join(' '))
  return db.query<SynonymRow>(sql`
    select run.first, run.last, other.query, other.lexemes, c.title, c.labels, c.anywhere
    from unnest(${texts}::text[], ${runs.map(({ first }) => first + 1)}::integer[],
      ${runs.map(({ last }) => last + 1)}::integer[]) as run (text, first, last)
    join synonym s on s.query = phraseto_tsquery('italiano', run.text)::text
    join synonym other on other.group_id = s.group_id and other.query <> s.query
    cross join lateral (
      select min(coalesce(x.title, 0)) as title, min(coalesce(x.labels, 0)) as labels, min(coalesce(x.anywhere, 0)) as anywhere
      from unnest(other.lexemes) as part (lexeme) left join listing_lexeme x on x.lexeme = part.lexeme) as c
    ${hasUnknown ? empty : sql`where c.anywhere > 0`}`)
}

const quote = (lexeme: string) => `'${lexeme.replace(/[\\']/g, '$&$&')}'`

const COUNTED = ['title', 'labels', 'anywhere'] as const
const countsOf = (of: (counted: (typeof COUNTED)[number]) => number) =>
  Object.fromEntries(COUNTED.map((counted) => [counted, of(counted)])) as Counts

const toTerm = (words: WordRow[], synonyms: SynonymRow[]): Term => {
  const others = [...new Map(synonyms.map((row) => [row.query, row])).values()]
  return {
    lexemes: words.map(({ lexeme }) => lexeme),
    synonyms: others.map(({ query, lexemes }) => ({ query, lexemes })),
    ...countsOf(
      (counted) =>
        Math.min(...words.map((word) => word[counted])) + others.reduce((sum, other) => sum + other[counted], 0),
    ),
  }
}

/** The terms to search for: each word by itself, or several words that together have synonyms. */
export const lookUpTerms = async (
  db: Queries,
  text: string,
  { most = MAX_WORDS, isCorrected = true, hasUnknown = false } = {},
): Promise<Term[]> => {
  const typed = wordsIn(text, most)
  const [words, synonyms] = await Promise.all([
    lookUpWords(db, typed, isCorrected),
    lookUpSynonyms(db, typed, hasUnknown),
  ])
  const terms: Term[] = []
  for (let next = 0; next < words.length; ) {
    const first = words[next]?.position ?? 0
    const phrases = synonyms.filter((row) => row.first === first)
    const last = Math.max(first, ...phrases.map((row) => row.last))
    const covered = words.slice(next).filter(({ position }) => position <= last)
    terms.push(
      toTerm(
        covered,
        phrases.filter((row) => row.last === last),
      ),
    )
    next += covered.length
  }
  const keyOf = ({ lexemes }: Term) => lexemes.join(' ')
  return terms.filter((term, index) => terms.findIndex((other) => keyOf(other) === keyOf(term)) === index)
}

type Weights = '' | 'A' | 'AB'

const LEXEME = /'(?:[^']|'')*'/g

const toQuery = (terms: Term[], operator: '&' | '|', weights: Weights, hasSynonyms: boolean): string => {
  const query = terms
    .map(({ lexemes, synonyms }) => {
      const own = lexemes.map(quote).join(' & ')
      return `(${[own, ...(hasSynonyms ? synonyms.map(({ query }) => query) : [])].join(' | ')})`
    })
    .join(` ${operator} `)
  return weights ? query.replace(LEXEME, `$&:${weights}`) : query
}

/** A tsquery for all or for any of the terms; weight A restricts it to the title, AB to title, tags and category. */
export const allOf = (terms: Term[], weights: Weights = '', hasSynonyms = true): string =>
  toQuery(terms, '&', weights, hasSynonyms)
export const anyOf = (terms: Term[], weights: Weights = '', hasSynonyms = true): string =>
  toQuery(terms, '|', weights, hasSynonyms)
