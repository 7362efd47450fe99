import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { firstRange } from '#server/market/search/blocks.ts'
import { hasFacets, hasPrice } from '#server/market/search/conditions.ts'
import { estimate, type ListingCounts, readCounts } from '#server/market/search/estimates.ts'
import { filteredTextPage } from '#server/market/search/filtered-text.ts'
import { insteadOf } from '#server/market/search/instead.ts'
import { atMost, EMPTY_PAGE, offsetOf } from '#server/market/search/page-query.ts'
import { type RankingTier, tieredPage } from '#server/market/search/ranking-tiers.ts'
import { sortedPage } from '#server/market/search/sorted-search.ts'
import {
  ANYWHERE,
  allOf,
  anyOf,
  correctedText,
  isCountExact,
  LABELS,
  lookUpTerms,
  type Term,
  TITLE,
} from '#server/market/search/terms.ts'
import type { Database } from '#server/platform/db/pool.ts'

// Listings with the words in the title come first, then those with them in tags or category, then in the description;
// within each tier, the newest. Synonyms count like the words, except that those in a title come in the second tier.

const MAX_REACHED = 240
// With at most this many candidates matches are counted up to MAX_REACHED; with more, up to PAGES_AHEAD pages after this one.
const MAX_CANDIDATES_COUNTED = 1_000
const PAGES_AHEAD = 5

const TITLE_TIER = { vector: TITLE, countOf: (term: Term) => term.title }
const LABELS_TIER = { vector: LABELS, countOf: (term: Term) => term.labels }
const ANYWHERE_TIER = { vector: ANYWHERE, countOf: (term: Term) => term.anywhere }

type TermSearch = { terms: Term[]; isAny: boolean; counts: ListingCounts }

const tierOf = ({ vector, countOf }: typeof TITLE_TIER, search: TermSearch, needed: number): RankingTier => {
  const expected = estimate({ ...search, countOf }, search.counts)
  const range = firstRange(needed, expected, search.counts)
  return {
    vector,
    tsquery: tsqueryOf(search),
    estimate: expected,
    needed,
    range,
    widens: true,
    rankedFirst: undefined,
  }
}

/** The counts of a single lexeme are exact, so the tiers after the one that fills the page are left out. */
const singleTermTiers = (query: ListingQuery, search: TermSearch, needed: number): RankingTier[] => {
  const parts = query.order === 'newest' ? [ANYWHERE_TIER] : [TITLE_TIER, LABELS_TIER, ANYWHERE_TIER]
  const tiers = parts.map((part) => tierOf(part, search, needed)).filter((tier) => tier.estimate.shortest > 0)
  const filling = tiers.findIndex((tier) => tier.estimate.shortest >= needed)
  return filling < 0 ? tiers : tiers.slice(0, filling + 1)
}

/** The last tier finds and counts the newest matches anywhere; the title tier before it adds older matches in titles. */
const severalTermsTiers = (
  query: ListingQuery,
  search: TermSearch,
  { needed, counted }: { needed: number; counted: number },
): RankingTier[] => {
  const anywhere = tierOf(ANYWHERE_TIER, search, counted)
  if (query.order === 'newest') return [anywhere]
  const ranked = { ...anywhere, rankedFirst: tsqueryOf(search, { weights: 'AB' }) }
  const title = {
    ...tierOf(TITLE_TIER, search, needed),
    tsquery: tsqueryOf(search, { synonyms: 'none' }),
    widens: false,
  }
  return title.estimate.shortest > 0 ? [title, ranked] : [ranked]
}

const tsqueryOf = ({ terms, isAny }: TermSearch, part?: Parameters<typeof allOf>[1]): string =>
  (isAny ? anyOf : allOf)(terms, part)

const termsPage = async (db: Database, query: ListingQuery, search: TermSearch): Promise<ListingPageRows> => {
  const { terms, counts } = search
  const tsquery = tsqueryOf(search)
  const expected = estimate({ ...search, countOf: ANYWHERE_TIER.countOf }, counts)
  if (expected.shortest === 0) return EMPTY_PAGE
  if (query.order && query.order !== 'newest') {
    return sortedPage(db, query, { tsquery, matches: expected.matches, listed: counts.listed })
  }
  if (offsetOf(query) >= MAX_REACHED) return { rows: [], total: MAX_REACHED, isAtLeast: true }
  const needed = Math.min(query.p * query.pageSize, MAX_REACHED)
  const countsAll = expected.shortest <= MAX_CANDIDATES_COUNTED
  const counted = countsAll ? MAX_REACHED : Math.min(needed + PAGES_AHEAD * query.pageSize, MAX_REACHED)
  if (hasFacets(query)) {
    const tsqueries = {
      anywhere: tsquery,
      labels: tsqueryOf(search, { weights: 'AB' }),
      title: tsqueryOf(search, { weights: 'A', synonyms: 'none' }),
    }
    return filteredTextPage(db, query, { tsqueries, estimate: expected, size: counts, needed: counted })
  }
  const [term] = terms
  if (term && terms.length === 1 && isCountExact(term) && !hasPrice(query)) {
    const { rows } = await tieredPage(db, query, singleTermTiers(query, search, needed), counts)
    return { rows, ...atMost(term.anywhere, MAX_REACHED) }
  }
  return tieredPage(db, query, severalTermsTiers(query, search, { needed, counted }), counts)
}

type Reading = { isTyping?: boolean }

/** Listings that have all words, or any of them if none has all; with `exact`, all words as typed. */
export const textPage = async (
  db: Database,
  query: ListingQuery,
  { isTyping = false }: Reading = {},
): Promise<ListingPageRows> => {
  const { name = '', exact = false } = query
  const [terms, counts] = await Promise.all([
    lookUpTerms(db, name, { isCorrected: !exact, isTyping }),
    readCounts(db, query),
  ])
  const known = terms.filter((term) => term.anywhere > 0)
  if (known.length === 0 || counts.filtered === 0) return EMPTY_PAGE
  const words = correctedText(name, known)
  if (known.length === terms.length) {
    const page = await termsPage(db, query, { terms, isAny: false, counts })
    if (page.total > 0 || terms.length === 1) return { ...page, instead: insteadOf(words) }
  }
  if (exact) return EMPTY_PAGE
  const page = await termsPage(db, query, { terms: known, isAny: true, counts })
  return { ...page, instead: insteadOf(words, true) }
}

/** Whether a listing has all the words. */
export const hasAllWords = async (db: Database, query: ListingQuery): Promise<boolean> => {
  const [terms, counts] = await Promise.all([lookUpTerms(db, query.name ?? ''), readCounts(db, query)])
  const isKnown = terms.length > 0 && terms.every((term) => term.anywhere > 0) && counts.filtered > 0
  return isKnown && (await termsPage(db, query, { terms, isAny: false, counts })).rows.length > 0
}
