import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { hasFacets } from '#server/search/matches.ts'
import { type Counts, count, estimate } from '#server/search/search-counts.ts'
import { filteredPage } from '#server/search/search-filtered.ts'
import { orderedPage } from '#server/search/search-ordered.ts'
import { settleTiers, type Tier } from '#server/search/search-tiers.ts'
import { hasPrice } from '#server/search/selection.ts'
import type { Page } from '#server/search/statement.ts'
import { firstWindow } from '#server/search/windows.ts'
import { allOf, anyOf, type Term, type Words } from '#server/search/words.ts'

// Searches: by words, by what the screen filters by, or by both. Titles that match come first, then tags and categories,
// then descriptions; among equals, the newest.

/** How many of the best matches can be paged through. */
const REACH_BY_WORDS = 240
const REACH_BY_FILTERS = 2_400
// Matches of several conditions are all counted when there are at most so many to look at; else as far as some pages ahead.
const COUNTED_WHOLE = 1_000
const PAGES_AHEAD = 5

const VECTORS = [
  { vector: 'title_words(l.name)', count: (term: Term) => term.title },
  { vector: 'label_words(l.name, l.brand, l.category)', count: (term: Term) => term.labels },
  { vector: 'l.search', count: (term: Term) => term.anywhere },
] as const

export const makeSearchPages = (db: Database, words: Words) => {
  const byFilters = async (query: ListingQuery): Promise<Page> => {
    const counts = await count(db, query)
    const total = Math.min(counts.filtered, REACH_BY_FILTERS)
    const needed = Math.min(query.p * query.pageSize, REACH_BY_FILTERS)
    if ((query.p - 1) * query.pageSize >= total) return { rows: [], total }
    const odds = { expected: counts.filtered, rarest: counts.filtered, entries: counts.filtered }
    if (query.order && query.order !== 'newest') {
      const { rows } = await orderedPage(db, query, {
        words: undefined,
        expected: odds.expected,
        listed: counts.listed,
      })
      return { rows, total }
    }
    const tier = {
      vector: undefined,
      odds,
      needed,
      window: firstWindow(needed, odds, counts),
      isFinal: true,
    }
    const { rows } = await settleTiers(db, query, '', [tier], counts)
    return { rows, total }
  }

  const byTerms = async (query: ListingQuery, terms: Term[], isAny: boolean, counts: Counts): Promise<Page> => {
    const put = isAny ? anyOf : allOf
    const text = put(terms)
    const anywhere = estimate(terms, isAny, VECTORS[2].count, counts)
    if (anywhere.rarest === 0) return { rows: [], total: 0 }
    if (query.order && query.order !== 'newest') {
      return orderedPage(db, query, { words: text, expected: anywhere.expected, listed: counts.listed })
    }
    const wanted = Math.min(query.p * query.pageSize, REACH_BY_WORDS)
    if ((query.p - 1) * query.pageSize >= REACH_BY_WORDS) return { rows: [], total: REACH_BY_WORDS }
    const needed = anywhere.rarest <= COUNTED_WHOLE ? REACH_BY_WORDS : wanted + PAGES_AHEAD * query.pageSize
    const counted = Math.min(needed, REACH_BY_WORDS)
    if (hasFacets(query)) {
      const asked = { anywhere: text, labels: put(terms, 'AB'), title: put(terms, 'A') }
      return filteredPage(db, query, { words: asked, odds: anywhere, ground: counts, needed: counted })
    }
    // One word without filters: how many there are is known. Otherwise they are counted, as far as is told.
    const known = terms.length === 1 && !hasPrice(query) ? terms[0] : undefined
    const [title, labels, every] = VECTORS
    // Of several words, those who have all of them in the title are looked for once, and then anywhere.
    const vectors = query.order === 'newest' ? [every] : known ? [title, labels, every] : [title, every]
    const tiers: Tier[] = []
    for (const { vector, count: of } of vectors) {
      const odds = estimate(terms, isAny, of, counts)
      if (odds.rarest === 0) continue
      const isLast = vector === every.vector
      const many = isLast && !known ? counted : wanted
      const window = firstWindow(many, odds, counts)
      const ranked = isLast && !known && !query.order ? { labels: put(terms, 'AB') } : {}
      tiers.push({ vector, odds, needed: many, window, isFinal: isLast || known !== undefined, ...ranked })
      if (known && odds.rarest >= wanted) break
    }
    const { rows, total } = await settleTiers(db, query, text, tiers, counts)
    return { rows, total: known ? Math.min(known.anywhere, REACH_BY_WORDS) : total }
  }

  return async (query: ListingQuery): Promise<Page> => {
    if (!query.name) return byFilters(query)
    const [terms, counts] = await Promise.all([words.lookUp(query.name), count(db, query)])
    const known = terms.filter((term) => term.anywhere > 0)
    if (known.length === 0 || counts.filtered === 0) return { rows: [], total: 0 }
    const all = known.length === terms.length ? await byTerms(query, terms, false, counts) : undefined
    if (all && (all.total > 0 || terms.length === 1)) return all
    return byTerms(query, known, true, counts)
  }
}
