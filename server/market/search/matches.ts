import type { Section } from '#domain/market/listings.ts'
import type { MatchDraft } from '#domain/market/matches.schema.ts'
import { firstRange } from '#server/market/search/blocks.ts'
import { FACETS, IS_PUBLIC } from '#server/market/search/conditions.ts'
import { estimate } from '#server/market/search/estimates.ts'
import { MATCH_THRESHOLD, type MatchCandidate, matchScore, meaningful } from '#server/market/search/match-score.ts'
import { constant } from '#server/market/search/page-query.ts'
import { anyOf, LABELS, lookUpTerms, type Term } from '#server/market/search/terms.ts'
import { makeVocabulary } from '#server/market/search/vocabulary.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

// Listings that match a listing: listings of section cerco that match an offer or a gift, or the
// other way round. One scan of the inverted index for the rarest words of title and tags finds candidates, newest first; a score
// ranks them (match-score.ts).

const MAX_WORDS = 12
/** The rarest terms, which find the candidates. */
const MAX_SEARCHED = 6
const MAX_CANDIDATES = 120
const KM_PER_DEGREE = 111.2

/** The sections in which matches for a listing of this section are searched. */
const MATCHING_SECTIONS: Record<Section, Section[]> = {
  offro: ['cerco'],
  dono: ['cerco'],
  cerco: ['offro', 'dono'],
  propongo: [],
  avviso: [],
}

export type MatchedListing = MatchDraft
export type Match = { id: string; sellerId: string; score: number }

type Sizes = { shown: number; newest: number; filtered: number; listed: number; lat: number | null; lng: number | null }

/** Numbers of listings for the estimate, and the position of the listing. */
const readSizes = async (db: Queries, { city, municipality }: MatchedListing, sections: Section[]): Promise<Sizes> => {
  const row = await db.first<Sizes>(sql`
    select coalesce((select shown from listing_tally where section = '' and category = ''), 0) as shown,
      coalesce((select max(place) from listing where shown), 0) as newest, s.listed as filtered, s.listed, c.lat, c.lng
    from (select coalesce(sum(shown), 0)::bigint as listed from listing_tally
      where section = any(${sections}::text[]) and category = '') as s
    left join comune c on c.id = comune_of(${municipality}, ${city})`)
  return row as Sizes
}

type CandidateRow = MatchCandidate & { id: string; sellerId: string }

const selectCandidates = (db: Queries, terms: Term[], sections: Section[], excluded: string[], size: Sizes) => {
  const expected = estimate({ terms, isAny: true, countOf: (term) => term.labels }, size)
  const { blocks } = firstRange(MAX_CANDIDATES, expected, size)
  const within = blocks ? sql`listing_blocks(l.place) && ${blocks}::bigint[]` : sql`true`
  return db.query<CandidateRow>(sql`
    with found as materialized (
      select l.place from listing l
      where ${IS_PUBLIC} and ${LABELS} @@ ${anyOf(terms, { synonyms: '' })}::tsquery
        and ${FACETS} && ${sections.map((section) => `${section}|||`)}::text[] and ${within})
    select l.id, l.seller_id as "sellerId", l.category, l.is_service as "isService",
      array(select lexeme from unnest(title_words(l.name)) order by positions[1])
        || tsvector_to_array(to_tsvector('italiano', searchable(replace(l.brand, ',', ' ')))) as lexemes,
      ${constant(KM_PER_DEGREE)} * sqrt((c.lat - ${size.lat}::real) ^ 2
        + ((c.lng - ${size.lng}::real) * cos(radians(${size.lat}::real))) ^ 2) as distance
    from found f join listing l on l.place = f.place left join comune c on c.id = l.comune
    where (l.is_service or l.stock > 0) and l.seller_id <> all(${excluded}::uuid[])
    order by l.place desc limit ${constant(MAX_CANDIDATES)}`)
}

export type FindMatches = ReturnType<typeof makeMatches>

export const makeMatches = (db: Database) => {
  const getVocabulary = makeVocabulary(db)

  /** The best matches first, at most `most`, without those of excluded sellers. */
  return async (listing: MatchedListing, excluded: string[], most: number): Promise<Match[]> => {
    const sections = MATCHING_SECTIONS[listing.section]
    if (sections.length === 0) return []
    const words = `${listing.name} ${listing.brand.replaceAll(',', ' ')}`
    const known = await getVocabulary()
    const [looked, size] = await Promise.all([
      lookUpTerms(db, words, { most: MAX_WORDS, isCorrected: false }),
      readSizes(db, listing, sections),
    ])
    const terms = meaningful(looked, known)
    const searched = terms
      .filter((term) => term.labels > 0)
      .toSorted((one, other) => one.labels - other.labels)
      .slice(0, MAX_SEARCHED)
    if (searched.length === 0 || size.listed === 0) return []
    const subject = { terms, category: listing.category.toLowerCase(), isService: listing.isService }
    const candidates = await selectCandidates(db, searched, sections, excluded, size)
    return candidates
      .map((candidate) => ({ ...candidate, score: matchScore(subject, candidate, known) }))
      .filter(({ score }) => score >= MATCH_THRESHOLD)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, most)
      .map(({ id, sellerId, score }) => ({ id, sellerId, score }))
  }
}
