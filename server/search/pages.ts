import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { makeNearPages } from '#server/search/pages-near.ts'
import { makePlainPages } from '#server/search/pages-plain.ts'
import { makeSearchPages } from '#server/search/pages-search.ts'
import { makeWalkedPages } from '#server/search/pages-walked.ts'
import { hasPrice, rangeOf } from '#server/search/selection.ts'
import type { Page } from '#server/search/statement.ts'
import { makeWords } from '#server/search/words.ts'

/** One page of what everyone may see, each kind of question answered by what makes it cheap. */
export const makePages = (db: Database) => {
  const words = makeWords(db)
  const near = makeNearPages(db, words)
  const plain = makePlainPages(db)
  const walked = makeWalkedPages(db, words)
  const search = makeSearchPages(db, words)
  return (query: ListingQuery): Promise<Page> => {
    if (query.near) return near(query)
    if (query.seller) return walked.ofSeller(query)
    if (query.name) return search(query)
    if (hasPrice(query) && !rangeOf(query)) return walked.inOwnRange(query)
    return hasPrice(query) || query.rating ? search(query) : plain(query)
  }
}
