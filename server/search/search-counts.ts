import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { bandsOf, categoryKey, hasPrice } from '#server/search/selection.ts'
import { aStatement, ask } from '#server/search/statement.ts'
import type { Ground, Odds } from '#server/search/windows.ts'
import type { Term } from '#server/search/words.ts'

/** What is known before a search: how many listings its filters leave, and how many there are in its section and category. */
export type Counts = Ground & { filtered: number; listed: number }

export const count = async (db: Database, query: ListingQuery): Promise<Counts> => {
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

/** What is to be expected of a question for terms among filters. */
export const estimate = (
  terms: Term[],
  isAny: boolean,
  of: (term: Term) => number,
  { shown, filtered }: Counts,
): Odds => {
  const counts = terms.map(of)
  const sum = counts.reduce((all, each) => all + each, 0)
  const together = isAny ? Math.min(shown, sum) : counts.reduce((share, each) => (share * each) / shown, shown)
  const rarest = isAny ? together : Math.min(...counts)
  return {
    expected: (together * filtered) / shown,
    rarest: Math.min(rarest, filtered),
    entries: sum + (filtered < shown ? filtered : 0),
  }
}
