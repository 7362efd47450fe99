import type { ListingOrder } from '#domain/listing-terms.ts'
import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'

// Which listings a query asks for, and in which order, as pieces of SQL.

/** Whether a query asks for more than a section or a category, whose sizes are kept in the tally. */
export const isNarrowed = (query: ListingQuery): boolean =>
  Boolean(query.name || query.seller || query.min || query.max || query.rating)

export const matching = (db: Database, query: ListingQuery) => db`
  l.shown and (l.expires_at is null or l.expires_at > now())
  ${query.section ? db`and l.section = ${query.section}` : db``}
  ${query.category ? db`and l.category = ${query.category.toLowerCase()}` : db``}
  ${query.seller ? db`and l.seller_id = ${query.seller}` : db``}
  ${query.min ? db`and l.price_val >= ${query.min}` : db``}
  ${query.max ? db`and l.price_val <= ${query.max}` : db``}
  ${query.rating ? db`and l.rating >= ${query.rating}` : db``}
  ${query.name ? db`and l.search @@ ${words(db, query.name)}` : db``}`

const words = (db: Database, text: string) => db`plainto_tsquery('italiano', ${text})`

export const listOrder = (db: Database, query: ListingQuery) => {
  const ways: Record<ListingOrder, () => ReturnType<typeof words>> = {
    newest: () => db`l.place desc`,
    lowest: () => db`l.price_val, l.place desc`,
    highest: () => db`l.price_val desc, l.place desc`,
    toprated: () => db`l.rating desc, l.rating_count desc, l.place desc`,
  }
  if (query.order) return ways[query.order]()
  return query.name ? db`ts_rank(l.search, ${words(db, query.name)}) desc, l.place desc` : ways.newest()
}
