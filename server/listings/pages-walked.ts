import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'
import { asked, hasWords, ORDER_BY } from '#server/listings/selection.ts'
import { aStatement, askMarks, type Page, type Statement } from '#server/listings/statement.ts'
import { allOf, type Words } from '#server/listings/words.ts'

// Lists that are walked row by row, along an index that leads to few.

// One seller's listings, or those within a price range of one's own, are counted and reached up to here.
const REACH_WHEN_WALKED = 2_000

type Figures = { total: number }

export const makeWalkedPages = (db: Database, words: Words) => {
  // All that match, along the index that leads to them, and then those of the page.
  const gathered = (
    query: ListingQuery,
    statement: Statement,
    where: string,
    along: string,
  ): Promise<{ marks: Page['marks']; figures: Figures }> => {
    const order = ORDER_BY[query.order ?? 'newest']
    const { bind } = statement
    return askMarks<Figures>(db, statement, {
      before: `with found as materialized (
        select l.place, l.price_val, l.rating, l.rating_count from listing l where ${where}
        order by ${along} limit ${REACH_WHEN_WALKED})`,
      figures: '(select count(*) from found) as total',
      wanted: `select l.place from found l order by ${order} limit ${bind(query.pageSize)} offset ${bind((query.p - 1) * query.pageSize)}`,
      order,
    })
  }

  return {
    async ofSeller(query: ListingQuery): Promise<Page> {
      const statement = aStatement()
      const where = asked(query, statement)
      if (!query.name) {
        const { marks, figures } = await gathered(query, statement, where, ORDER_BY.newest)
        return { marks, total: figures.total }
      }
      const terms = await words.lookUp(query.name)
      if (terms.length === 0) return { marks: [], total: 0 }
      const found = `${where} and ${hasWords(allOf(terms), statement)}`
      const { marks, figures } = await gathered(query, statement, found, ORDER_BY.newest)
      return { marks, total: figures.total }
    },

    /** Between two prices that the screen does not offer. */
    async inOwnRange(query: ListingQuery): Promise<Page> {
      const skipped = (query.p - 1) * query.pageSize
      const statement = aStatement()
      const { marks, figures } = await gathered(query, statement, asked(query, statement), ORDER_BY.lowest)
      if (figures.total < REACH_WHEN_WALKED || skipped >= REACH_WHEN_WALKED) return { marks, total: figures.total }
      // So many match that walking in the order asked for soon meets enough of them.
      const again = aStatement()
      const order = ORDER_BY[query.order ?? 'newest']
      const found = await askMarks<Figures>(db, again, {
        figures: `${REACH_WHEN_WALKED} as total`,
        wanted: `select l.place from listing l where ${asked(query, again)}
          order by ${order} limit 60 offset ${again.bind(skipped)}`,
        order,
      })
      return { marks: found.marks.slice(0, query.pageSize), total: REACH_WHEN_WALKED }
    },
  }
}
