import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'
import { matches } from '#server/listings/matches.ts'
import { filteredPage } from '#server/listings/search-filtered.ts'
import { orderedPage } from '#server/listings/search-ordered.ts'
import { bandsOf, categoryKey, hasPrice } from '#server/listings/selection.ts'
import { aStatement, ask, askMarks, type Page } from '#server/listings/statement.ts'
import { firstWindow, type Ground, type Window, widened } from '#server/listings/windows.ts'
import { allOf, anyOf, type Term, type Words } from '#server/listings/words.ts'

// Searches: by words, by what the screen filters by, or by both. Titles that match come first, then tags and categories,
// then descriptions; among equals, the newest.

/** How many of the best matches can be paged through. */
const REACH_BY_WORDS = 240
const REACH_BY_FILTERS = 2_400

type Counts = Ground & { filtered: number; listed: number }

/** What is looked for in one part of the listings' texts. */
type Tier = {
  vector: string | undefined
  expected: number
  rarest: number
  needed: number
  window: Window
}

const VECTORS = [
  { vector: 'title_words(l.name)', count: (term: Term) => term.title },
  { vector: 'label_words(l.name, l.brand, l.category)', count: (term: Term) => term.labels },
  { vector: 'l.search', count: (term: Term) => term.anywhere },
] as const

const count = async (db: Database, query: ListingQuery): Promise<Counts> => {
  const statement = aStatement()
  const list = `section = ${statement.bind(query.section ?? '')} and category = ${statement.bind(categoryKey(query) ?? '')}`
  const { from, to } = bandsOf(query)
  const filtered =
    hasPrice(query) || query.rating
      ? `(select sum(shown)::bigint from listing_facet where ${list}
        and band between ${statement.bind(from)} and ${statement.bind(to)} and stars >= ${statement.bind(query.rating)})`
      : `(select shown from listing_tally where ${list})`
  const [counts] = await ask<Counts>(
    db,
    `select coalesce((select shown from listing_tally where section = '' and category = ''), 0) as shown,
      coalesce((select max(place) from listing where shown), 0) as newest,
      coalesce(${filtered}, 0) as filtered, coalesce((select shown from listing_tally where ${list}), 0) as listed`,
    statement,
  )
  return counts as Counts
}

const estimate = (terms: Term[], isAny: boolean, of: (term: Term) => number, { shown, filtered }: Counts) => {
  const counts = terms.map(of)
  const together = isAny
    ? Math.min(
        shown,
        counts.reduce((sum, each) => sum + each, 0),
      )
    : counts.reduce((share, each) => (share * each) / shown, shown)
  const rarest = isAny ? together : Math.min(...counts)
  return { expected: (together * filtered) / shown, rarest: Math.min(rarest, filtered) }
}

type Figures = Record<`found${number}`, number>

const askTiers = async (db: Database, query: ListingQuery, words: string, tiers: Tier[]) => {
  const statement = aStatement()
  // Matches first, without an order: asked for both at once, PostgreSQL may walk the order looking for matches.
  const gathered = tiers.map(
    (tier, index) => `
    match${index} as materialized (select l.place from listing l where ${matches(query, words, tier, statement)}),
    tier${index} as materialized (
      select place, ${index} as tier from match${index} order by place desc limit ${statement.bind(tier.needed)})`,
  )
  const { marks, figures } = await askMarks<Figures>(db, statement, {
    before: `with ${gathered.join(',')}`,
    figures: tiers.map((_, index) => `(select count(*) from tier${index}) as found${index}`).join(', '),
    wanted: `select place, min(tier) as tier
      from (${tiers.map((_, index) => `select * from tier${index}`).join(' union all ')}) as every
      group by place order by min(tier), place desc
      limit ${statement.bind(query.pageSize)} offset ${statement.bind((query.p - 1) * query.pageSize)}`,
    order: 'w.tier, w.place desc',
  })
  return { marks, found: tiers.map((_, index) => figures[`found${index}`] ?? 0) }
}

export const makeSearchPages = (db: Database, words: Words) => {
  /** Asks until each tier has what is needed of it, or has been looked through as far as may be. */
  const settle = async (query: ListingQuery, text: string, first: Tier[], counts: Counts) => {
    for (let tiers = first; ; ) {
      const { marks, found } = await askTiers(db, query, text, tiers)
      const next = tiers.map((tier, index) => {
        const longer = (found[index] ?? 0) < tier.needed ? widened(tier.window, tier.rarest, counts) : undefined
        return longer ? { ...tier, window: longer } : tier
      })
      if (next.every((tier, index) => tier === tiers[index])) return { marks, total: found.at(-1) ?? 0 }
      tiers = next
    }
  }

  const byFilters = async (query: ListingQuery): Promise<Page> => {
    const counts = await count(db, query)
    const total = Math.min(counts.filtered, REACH_BY_FILTERS)
    const needed = Math.min(query.p * query.pageSize, REACH_BY_FILTERS)
    if ((query.p - 1) * query.pageSize >= total) return { marks: [], total }
    const rarest = counts.filtered
    if (query.order && query.order !== 'newest') {
      const { marks } = await orderedPage(db, query, {
        words: undefined,
        expected: rarest,
        rarest,
        listed: counts.listed,
      })
      return { marks, total }
    }
    const tier = {
      vector: undefined,
      expected: rarest,
      rarest,
      needed,
      window: firstWindow(needed, rarest, rarest, counts),
    }
    const { marks } = await settle(query, '', [tier], counts)
    return { marks, total }
  }

  const byTerms = async (query: ListingQuery, terms: Term[], isAny: boolean, counts: Counts): Promise<Page> => {
    const text = isAny ? anyOf(terms) : allOf(terms)
    const anywhere = estimate(terms, isAny, VECTORS[2].count, counts)
    if (anywhere.rarest === 0) return { marks: [], total: 0 }
    if (query.order && query.order !== 'newest') {
      return orderedPage(db, query, { words: text, ...anywhere, listed: counts.listed })
    }
    const isRarerThanWords =
      counts.filtered < estimate(terms, isAny, VECTORS[2].count, { ...counts, filtered: counts.shown }).rarest
    if (isRarerThanWords) {
      const put = isAny ? anyOf : allOf
      const asked = { anywhere: text, labels: put(terms, 'AB'), title: put(terms, 'A') }
      return filteredPage(db, query, { words: asked, filtered: counts.filtered, ground: counts, reach: REACH_BY_WORDS })
    }
    // One word without filters: how many there are is known. Otherwise they are counted, as far as they can be reached.
    const known = terms.length === 1 && counts.filtered === counts.shown && !hasPrice(query) ? terms[0] : undefined
    const wanted = Math.min(query.p * query.pageSize, REACH_BY_WORDS)
    const vectors = query.order === 'newest' ? VECTORS.slice(2) : VECTORS
    const tiers: Tier[] = []
    for (const { vector, count: of } of vectors) {
      const { expected, rarest } = estimate(terms, isAny, of, counts)
      const isLast = vector === 'l.search'
      const needed = isLast && !known ? REACH_BY_WORDS : wanted
      if (rarest === 0) continue
      tiers.push({ vector, expected, rarest, needed, window: firstWindow(needed, expected, rarest, counts) })
      if (known && rarest >= wanted) break
    }
    const { marks, total } = await settle(query, text, tiers, counts)
    const reached = (query.p - 1) * query.pageSize < REACH_BY_WORDS
    return { marks: reached ? marks : [], total: known ? Math.min(known.anywhere, REACH_BY_WORDS) : total }
  }

  return async (query: ListingQuery): Promise<Page> => {
    if (!query.name) return byFilters(query)
    const [terms, counts] = await Promise.all([words.lookUp(query.name), count(db, query)])
    const known = terms.filter((term) => term.anywhere > 0)
    if (known.length === 0 || counts.filtered === 0) return { marks: [], total: 0 }
    const all = known.length === terms.length ? await byTerms(query, terms, false, counts) : undefined
    if (all && (all.total > 0 || terms.length === 1)) return all
    return byTerms(query, known, true, counts)
  }
}
