import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import type { ListingRow } from '#server/listings/rows.ts'
import { asked, hasWords, ORDER_BY, pricesWithin } from '#server/search/selection.ts'
import { aStatement, askPage, type Page, type Statement } from '#server/search/statement.ts'
import { allOf, type Words } from '#server/search/words.ts'

// Lists that are walked row by row, along an index that leads to few.

// One seller's listings, and those within a price range of one's own, are counted and reached up to here.
const REACH_OF_SELLER = 2_000
const REACH_IN_OWN_RANGE = 600
const WALKED_AT_MOST = 20_000

type Figures = { total: number }

export const makeWalkedPages = (db: Database, words: Words) => {
  // All that match, along the index that leads to them, and then those of the page.
  const gathered = (
    query: ListingQuery,
    statement: Statement,
    where: string,
    along: string,
    reach: number,
  ): Promise<{ rows: ListingRow[]; figures: Figures }> => {
    const order = ORDER_BY[query.order ?? 'newest']
    const { bind } = statement
    return askPage<Figures>(db, statement, {
      before: `with found as materialized (
        select l.place, l.price_val, l.rating, l.rating_count from listing l where ${where}
        order by ${along} limit ${reach})`,
      figures: '(select count(*) from found) as total',
      wanted: `select l.place from found l order by ${order} limit ${bind(query.pageSize)} offset ${bind((query.p - 1) * query.pageSize)}`,
      order,
    })
  }

  // So many match that walking in the order asked for soon meets enough of them.
  const walked = async (query: ListingQuery, skipped: number): Promise<ListingRow[]> => {
    const statement = aStatement()
    const { bind } = statement
    const order = ORDER_BY[query.order ?? 'newest']
    const { rows } = await askPage<object>(db, statement, {
      figures: '0 as none',
      wanted: `select l.place from (
          select l.place, l.price_val, l.rating, l.rating_count from listing l
          where ${asked({ ...query, min: 0, max: 0 }, statement)} order by ${order} limit ${WALKED_AT_MOST}
        ) as l where ${pricesWithin(query, statement).join(' and ')}
        order by ${order} limit ${bind(query.pageSize)} offset ${bind(skipped)}`,
      order,
    })
    return rows
  }

  return {
    async ofSeller(query: ListingQuery): Promise<Page> {
      const statement = aStatement()
      const where = asked(query, statement)
      if (!query.name) {
        const { rows, figures } = await gathered(query, statement, where, ORDER_BY.newest, REACH_OF_SELLER)
        return { rows, total: figures.total }
      }
      const terms = await words.lookUp(query.name)
      if (terms.length === 0) return { rows: [], total: 0 }
      const found = `${where} and ${hasWords(allOf(terms), statement)}`
      const { rows, figures } = await gathered(query, statement, found, ORDER_BY.newest, REACH_OF_SELLER)
      return { rows, total: figures.total }
    },

    /** Between two prices that the screen does not offer: counted along the prices, as far as may be. */
    async inOwnRange(query: ListingQuery): Promise<Page> {
      const byPrice = query.order === 'lowest' || query.order === 'highest'
      const skipped = (query.p - 1) * query.pageSize
      const statement = aStatement()
      const along = query.order === 'highest' ? ORDER_BY.highest : ORDER_BY.lowest
      const { rows, figures } = await gathered(query, statement, asked(query, statement), along, REACH_IN_OWN_RANGE)
      const isAll = figures.total < REACH_IN_OWN_RANGE
      if (isAll || byPrice || skipped >= REACH_IN_OWN_RANGE) return { rows, total: figures.total }
      return { rows: await walked(query, skipped), total: figures.total }
    },
  }
}
