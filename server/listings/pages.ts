import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'
import { makeNearPages } from '#server/listings/pages-near.ts'
import { makePlainPages } from '#server/listings/pages-plain.ts'
import { makeSearchPages } from '#server/listings/pages-search.ts'
import { makeWalkedPages } from '#server/listings/pages-walked.ts'
import { hasPrice, rangeOf } from '#server/listings/selection.ts'
import type { Page } from '#server/listings/statement.ts'
import { makeWords } from '#server/listings/words.ts'

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
