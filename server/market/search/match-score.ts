import type { Term } from '#server/market/search/terms.ts'

// How well an offer matches a request, from 0 to 1: the weighted share of words in common, averaged over both.
// In Italian the first significant word mostly names the thing ("sedia da giardino"), so it weighs more. The weights
// and the threshold were chosen on two thirds of the synonym groups; match-quality.test.ts measures them on the others.

const HEAD_WEIGHT = 2
const WORD_WEIGHT = 1
const WEAK_WEIGHT = 0.4
/** Score for matching first words alone: titles differ most in the words after them. */
const SAME_HEAD = 0.5
/** Factor if the first significant words do not match. */
const OTHER_HEAD = 0.5
const OTHER_CATEGORY = 0.92
/** Factor if only one of them is a service. */
const OTHER_TYPE = 0.8
const UNKNOWN_DISTANCE = 0.95
const DISTANCES = [
  { km: 15, factor: 1 },
  { km: 40, factor: 0.92 },
  { km: 100, factor: 0.8 },
  { km: Number.POSITIVE_INFINITY, factor: 0.6 },
]
export const MATCH_THRESHOLD = 0.5

/** Words that say nothing about the thing, and what is left of articles before an apostrophe. */
export const IGNORED_WORDS =
  'd dell all dall nell sull quell quest cerco cercasi cerchiamo cercare ricerca trovare prestito prestare presto imparare insegnare insegno insegnante serve servono servirebbe bisogno vorrei vorremmo desidero desideriamo necessito qualcuno qualcosa chiunque possibile possibilmente mano fare faccia sappia gratis gratuito economico offro offresi offriamo vendo vendesi vendita compro regalo regalasi dono donasi scambio scambiasi usato nuovo seminuovo ottimo buono perfetto stato bello grande piccolo vecchio completo tipo varie vario euro val prezzo zona disponibile disponibilità ora ore mezza giorno giornata settimana settimanale mese anno sera mattina pomeriggio weekend domenica sabato referenziato esperienza esperto serio automunito urgente subito consegna ritiro domicilio persona aiuto servizio coppia set paio pezzo usata famiglia dintorni circa'

/** Words used for many different things: they weigh little, and are the first significant word only if there is no other. */
export const WEAK_WORDS =
  'lezione corso laboratorio riparazione noleggio lavoro lavoretto assistenza materiale attrezzatura accessorio prodotto kit bambino casa'

export type Vocabulary = { ignored: ReadonlySet<string>; weak: ReadonlySet<string> }

/** The two sides of a comparison: terms of the subject, lexemes of the candidate, those of its title first. */
export type MatchSubject = { terms: Term[]; category: string; isService: boolean }
export type MatchCandidate = {
  lexemes: string[]
  category: string
  isService: boolean
  /** Kilometres; null if a place is not known. */
  distance: number | null
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The weighted share of words that match, and whether the first significant word does. */
const share = (words: { lexemes: string[]; matches: boolean }[], { weak }: Vocabulary) => {
  const isWeak = (lexemes: string[]) => lexemes.every((lexeme) => weak.has(lexeme))
  const head = words.find(({ lexemes }) => !isWeak(lexemes)) ?? words[0]
  const weightOf = (word: (typeof words)[number]) =>
    word === head ? HEAD_WEIGHT : isWeak(word.lexemes) ? WEAK_WEIGHT : WORD_WEIGHT
  const matched = words.filter(({ matches }) => matches)
  return { share: sum(matched.map(weightOf)) / sum(words.map(weightOf)), hasHead: head?.matches ?? false }
}

/** The lexemes of a candidate that a term matches: its own, or all those of a synonym. */
const matchedBy = (term: Term, candidate: ReadonlySet<string>): string[] =>
  [term.lexemes, ...term.synonyms.map(({ lexemes }) => lexemes)].find((each) =>
    each.every((lexeme) => candidate.has(lexeme)),
  ) ?? []

const distanceFactor = (distance: number | null): number =>
  distance === null ? UNKNOWN_DISTANCE : (DISTANCES.find(({ km }) => distance <= km)?.factor ?? 0)

/** The terms without ignored words. */
export const meaningful = (terms: Term[], { ignored }: Vocabulary): Term[] =>
  terms.filter(({ lexemes }) => lexemes.some((lexeme) => !ignored.has(lexeme)))

export const matchScore = (subject: MatchSubject, candidate: MatchCandidate, vocabulary: Vocabulary): number => {
  const terms = meaningful(subject.terms, vocabulary)
  const lexemes = candidate.lexemes.filter((lexeme) => !vocabulary.ignored.has(lexeme))
  const found = new Set(lexemes)
  const matched = terms.map((term) => matchedBy(term, found))
  const common = new Set(matched.flat())
  if (common.size === 0) return 0
  const own = share(
    terms.map((term, index) => ({ lexemes: term.lexemes, matches: (matched[index] ?? []).length > 0 })),
    vocabulary,
  )
  const other = share(
    lexemes.map((lexeme) => ({ lexemes: [lexeme], matches: common.has(lexeme) })),
    vocabulary,
  )
  const words = (own.share + other.share) / 2
  return (
    (own.hasHead && other.hasHead ? SAME_HEAD + (1 - SAME_HEAD) * words : OTHER_HEAD * words) *
    (subject.category === candidate.category ? 1 : OTHER_CATEGORY) *
    (subject.isService === candidate.isService ? 1 : OTHER_TYPE) *
    distanceFactor(candidate.distance)
  )
}
