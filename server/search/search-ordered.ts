import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { matches } from '#server/search/matches.ts'
import { asked, hasWords, ORDER_BY } from '#server/search/selection.ts'
import { aStatement, askPage, type Page } from '#server/search/statement.ts'
import { EVERYWHERE } from '#server/search/windows.ts'

// A search in an order of its own: by price or by rating. Either all matches are gathered and put in order, or listings
// are walked in that order until enough of them match; whichever looks at fewer.

const REACH = 240
const GATHERED_AT_MOST = 5_000
const WALKED_AT_MOST = 20_000

type Search = {
  words: string | undefined
  expected: number
  /** How many listings would be walked in all. */
  listed: number
}

const gather = async (db: Database, query: ListingQuery, search: Search): Promise<Page> => {
  const statement = aStatement()
  const tier = { vector: search.words ? 'l.search' : undefined, window: EVERYWHERE }
  const order = ORDER_BY[query.order ?? 'newest']
  const { rows, figures } = await askPage<{ total: number }>(db, statement, {
    before: `with found as materialized (
      select l.place, l.price_val, l.rating, l.rating_count from listing l
      where ${matches(query, search.words ?? '', tier, statement)} limit ${GATHERED_AT_MOST})`,
    figures: '(select count(*) from found) as total',
    wanted: `select l.place from found l order by ${order}
      limit ${statement.bind(query.pageSize)} offset ${statement.bind((query.p - 1) * query.pageSize)}`,
    order,
  })
  return { rows, total: figures.total }
}

const walk = async (db: Database, query: ListingQuery, search: Search): Promise<Page> => {
  const statement = aStatement()
  const order = ORDER_BY[query.order ?? 'newest']
  const inOrder = `select l.place, l.search, l.price_val, l.rating, l.rating_count from listing l
    where ${asked(query, statement)} order by ${order} limit ${WALKED_AT_MOST}`
  const { rows } = await askPage<object>(db, statement, {
    figures: '0 as none',
    wanted: `select l.place from (${inOrder}) as l ${search.words ? `where ${hasWords(search.words, statement)}` : ''}
      order by ${order} limit ${statement.bind(query.pageSize)} offset ${statement.bind((query.p - 1) * query.pageSize)}`,
    order,
  })
  return { rows, total: Math.min(Math.round(search.expected), REACH) }
}

export const orderedPage = (db: Database, query: ListingQuery, search: Search): Promise<Page> => {
  const needed = query.p * query.pageSize
  const gathersFewer = search.expected ** 2 <= needed * search.listed
  // What is walked is not counted: only when there are plainly more than can be reached.
  return gathersFewer || search.expected < 2 * REACH ? gather(db, query, search) : walk(db, query, search)
}
