import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { matches } from '#server/search/matches.ts'
import { hasWords } from '#server/search/selection.ts'
import { aStatement, askPage, type Page } from '#server/search/statement.ts'
import { firstWindow, type Ground, type Odds, type Window, widened } from '#server/search/windows.ts'

// Words among filters, in one look: a row that matches is read in any case, and tells itself how well.

type Search = {
  /** The words; and the same where only titles count, and where titles, tags and categories do. */
  words: { anywhere: string; labels: string; title: string }
  odds: Odds
  ground: Ground
  /** How many are to be found, if they are there. */
  needed: number
}

const within = async (db: Database, query: ListingQuery, { words }: Search, window: Window) => {
  const statement = aStatement()
  const { bind } = statement
  const tier =
    query.order === 'newest'
      ? '0'
      : `case when ${hasWords(words.title, statement)} then 0 when ${hasWords(words.labels, statement)} then 1 else 2 end`
  const { rows, figures } = await askPage<{ total: number }>(db, statement, {
    before: `with found as materialized (
      select l.place, ${tier} as tier from listing l
      where ${matches(query, words.anywhere, { vector: 'l.search', window }, statement)})`,
    figures: '(select count(*) from found) as total',
    wanted: `select place, tier from found order by tier, place desc
      limit ${bind(query.pageSize)} offset ${bind((query.p - 1) * query.pageSize)}`,
    order: 'w.tier, w.place desc',
  })
  return { rows, total: figures.total }
}

export const filteredPage = async (db: Database, query: ListingQuery, search: Search): Promise<Page> => {
  const { odds, ground, needed } = search
  for (let window = firstWindow(needed, odds, ground); ; ) {
    const { rows, total } = await within(db, query, search, window)
    const longer = total < Math.min(needed, query.p * query.pageSize) ? widened(window, odds, ground) : undefined
    if (!longer) return { rows, total: Math.min(total, needed) }
    window = longer
  }
}
