import { constant } from '#server/market/search/page-query.ts'
import { isClose, mostLettersOf } from '#server/market/search/spelling.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

const MAX_WORDS = 8
const MAX_WORD_LENGTH = 40
// The longest synonyms: "macchina da cucire".
const MAX_PHRASE = 4
/** Words that have the synonyms of another one, but are not found by them: "auto" does not mean "macchina da cucire". */
const TYPED_ONLY: Record<string, string> = { macchina: 'auto', macchine: 'auto', piano: 'pianoforte' }
const WORDS_TYPED_ONLY = Object.keys(TYPED_ONLY)

/** The number of shown listings that have something in the title, in title, tags or category, and anywhere. */
type Counts = { title: number; labels: number; anywhere: number }

/** A word or phrase with the same meaning, as a tsquery. */
type Synonym = { query: string; lexemes: string[] }

/** A word that no listing has, and the one that is searched for instead. */
type Correction = { typed: string; word: string }

/**
 * A word or phrase of the search, and its synonyms that occur in shown listings, in title, tags or category: in a description
 * they often mean something else ("al primo piano"). The counts include the synonyms; they are
 * exact only for a single lexeme without synonyms.
 */
export type Term = Counts & { lexemes: string[]; synonyms: Synonym[]; corrections: Correction[] }

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

type WordRow = Counts & {
  position: number
  lexeme: string
  /** As searched. */
  word: string
  /** What was typed, if the word stands for it. */
  typed?: string
}

/** The lexemes of the words as typed. */
export const ownLexemes = async (db: Queries, text: string): Promise<string[]> =>
  (await lookUpWords(db, wordsIn(text))).map(({ lexeme }) => lexeme)

const COUNTS = sql`coalesce(x.title, 0) as title, coalesce(x.labels, 0) as labels, coalesce(x.anywhere, 0) as anywhere`

/** Words without a lexeme (articles, prepositions) are left out. A word is known if a shown listing has it, or if it has synonyms. */
const lookUpWords = (db: Queries, words: string[]): Promise<(WordRow & { isKnown: boolean })[]> =>
  db.query(sql`
    select typed.position, typed.word, t.lexeme, ${COUNTS}, coalesce(x.anywhere, 0) > 0 or typed.word = any(${WORDS_TYPED_ONLY})
      or exists (select from synonym s where s.query = plainto_tsquery('italiano', typed.word)::text) as "isKnown"
    from unnest(${words}::text[]) with ordinality as typed (word, position)
    cross join lateral (select (tsvector_to_array(to_tsvector('italiano', typed.word)))[1] as lexeme offset 0) as t
    left join listing_lexeme x on x.lexeme = t.lexeme
    where t.lexeme is not null
    order by typed.position`)

type CandidateRow = Omit<WordRow, 'lexeme'> & { typedLexeme: string; lexeme: string | null; isCompletion: boolean }

const MAX_CANDIDATES = 20

/** Words of shown listings that complete an unknown word, the most frequent one, or that are spelt like it, the most similar first. */
const lookUpCandidates = (db: Queries, unknown: WordRow[], isTyping: boolean): Promise<CandidateRow[]> => {
  const mostLetters = unknown.map(({ word }) => (isTyping ? MAX_WORD_LENGTH : mostLettersOf(word)))
  return db.query<CandidateRow>(sql`
    select typed.position, typed.word as typed, typed.lexeme as "typedLexeme", c.word, c.lexeme, c."isCompletion", ${COUNTS}
    from unnest(${unknown.map(({ word }) => word)}::text[], ${unknown.map(({ lexeme }) => lexeme)}::text[],
      ${unknown.map(({ position }) => position)}::integer[], ${mostLetters}::integer[])
      as typed (word, lexeme, position, most)
    cross join lateral (
      (select v.word, v.lexeme, true as "isCompletion", v.shown::real as score from listing_word v
        where length(typed.word) > 2 and ${startsWith(sql`v.word`, sql`typed.word`)} and v.shown > 0
          and length(v.word) <= typed.most
        order by v.shown desc limit 1)
      union all
      (select v.word, v.lexeme, false, similarity(v.word, typed.word) * (1 + ln(v.shown) / 20) as score from listing_word v
        where v.spelling_keys && spelling_keys_of(typed.word) and v.shown > 0
        order by score desc limit ${constant(MAX_CANDIDATES)})
    ) as c
    left join listing_lexeme x on x.lexeme = c.lexeme
    order by typed.position, c."isCompletion" desc, c.score desc`)
}

const isSpeltLike = ({ typed = '', typedLexeme, word, lexeme }: CandidateRow): boolean =>
  isClose(typed, word) || isClose(typedLexeme, lexeme ?? '')

/** Replaces unknown words by words of shown listings that complete them or are spelt like them. */
const correct = async (
  db: Queries,
  words: (WordRow & { isKnown: boolean })[],
  isTyping: boolean,
): Promise<WordRow[]> => {
  const unknown = words.filter(({ isKnown }) => !isKnown)
  if (unknown.length === 0) return words
  const candidates = await lookUpCandidates(db, unknown, isTyping)
  return words.flatMap((word): WordRow[] => {
    const own = candidates.filter(({ position }) => position === word.position)
    const found = own.find((candidate) => candidate.isCompletion || isSpeltLike(candidate))
    if (!found) return [word]
    const { lexeme, ...row } = found
    // A misspelt article is left out.
    return lexeme === null ? [] : [{ ...row, lexeme }]
  })
}

type SynonymRow = Counts & Synonym & { first: number; last: number }

/**
 * The synonyms of every run of at most MAX_PHRASE words, only those that shown listings contain unless `hasUnknown`; a phrase
 * counts as its rarest word.
 */
const lookUpSynonyms = (db: Queries, words: string[], hasUnknown: boolean): Promise<SynonymRow[]> => {
  const runs = words.flatMap((_, first) =>
    Array.from({ length: Math.min(MAX_PHRASE, words.length - first) }, (_, more) => ({ first, last: first + more })),
  )
  const typed = runs.map(({ first, last }) => words.slice(first, last + 1).join(' '))
  const texts = typed.map((text) => TYPED_ONLY[text] ?? text)
  return db.query<SynonymRow>(sql`
    select run.first, run.last, other.query, other.lexemes, c.title, c.labels, c.anywhere
    from unnest(${typed}::text[], ${texts}::text[], ${runs.map(({ first }) => first + 1)}::integer[],
      ${runs.map(({ last }) => last + 1)}::integer[]) as run (typed, text, first, last)
    join synonym s on s.query = phraseto_tsquery('italiano', run.text)::text
    join synonym other on other.group_id = s.group_id and (other.query <> s.query or run.typed <> run.text)
    cross join lateral (
      select min(coalesce(x.title, 0)) as title, min(coalesce(x.labels, 0)) as labels, min(coalesce(x.anywhere, 0)) as anywhere
      from unnest(other.lexemes) as part (lexeme) left join listing_lexeme x on x.lexeme = part.lexeme) as c
    ${hasUnknown ? empty : sql`where c.labels > 0`}`)
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
    corrections: words.flatMap(({ typed, word }) => (typed === undefined ? [] : [{ typed, word }])),
    ...countsOf((counted) => {
      const own = Math.min(...words.map((word) => word[counted]))
      return others.reduce((sum, other) => sum + other[counted === 'anywhere' ? 'labels' : counted], own)
    }),
  }
}

type LookUp = {
  /** The maximum number of words. */
  most?: number
  isCorrected?: boolean
  /** While somebody types, an incomplete word stands for any longer one. */
  isTyping?: boolean
  /** Includes synonyms that no listing has. */
  hasUnknown?: boolean
}

/** The terms to search for: each word by itself, or several words that together have synonyms. */
export const lookUpTerms = async (
  db: Queries,
  text: string,
  { most = MAX_WORDS, isCorrected = true, isTyping = false, hasUnknown = false }: LookUp = {},
): Promise<Term[]> => {
  const typed = wordsIn(text, most)
  const [own, ownSynonyms] = await Promise.all([lookUpWords(db, typed), lookUpSynonyms(db, typed, hasUnknown)])
  const words = isCorrected ? await correct(db, own, isTyping) : own
  const isChanged = words.some((word) => word.typed !== undefined)
  const read = isChanged ? typed.map((word) => words.find((row) => row.typed === word)?.word ?? word) : typed
  const synonyms = isChanged ? await lookUpSynonyms(db, read, hasUnknown) : ownSynonyms
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
type Part = { weights?: Weights; synonyms?: Weights | 'none' }

const LEXEME = /'(?:[^']|'')*'/g
const weighted = (query: string, weights: Weights): string => (weights ? query.replace(LEXEME, `$&:${weights}`) : query)

const toQuery = (
  terms: Term[],
  operator: '&' | '|',
  { weights = '', synonyms: part = weights || 'AB' }: Part,
): string =>
  terms
    .map(({ lexemes, synonyms }) => {
      const own = weighted(lexemes.map(quote).join(' & '), weights)
      return `(${[own, ...(part === 'none' ? [] : synonyms.map(({ query }) => weighted(query, part)))].join(' | ')})`
    })
    .join(` ${operator} `)

/** A tsquery for all or for any of the terms; weight A restricts it to the title, AB to title, tags and category. */
export const allOf = (terms: Term[], part: Part = {}): string => toQuery(terms, '&', part)
export const anyOf = (terms: Term[], part: Part = {}): string => toQuery(terms, '|', part)

/** The text with its corrected words; undefined if all words are searched as typed. */
export const correctedText = (text: string, terms: Term[]): string | undefined => {
  const words = new Map(terms.flatMap(({ corrections }) => corrections.map(({ typed, word }) => [typed, word])))
  if (words.size === 0) return undefined
  return text.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => words.get(wordsIn(word)[0] ?? '') ?? word)
}
