import type { ListingQuery } from '#domain/listings.ts'
import type { Database } from '#server/db/connect.ts'
import { matches } from '#server/listings/matches.ts'
import { hasWords } from '#server/listings/selection.ts'
import { aStatement, askMarks, type Page } from '#server/listings/statement.ts'
import { firstWindow, type Ground, type Window, widened } from '#server/listings/windows.ts'

// Words among few listings: when filters leave fewer than have the words, what they leave is read and asked for the words.

// As many of what the filters leave are read at least.
const READ_AT_LEAST = 800

type Search = {
  /** The words; and the same where only titles count, and where titles, tags and categories do. */
  words: { anywhere: string; labels: string; title: string }
  filtered: number
  ground: Ground
  reach: number
}

const within = async (db: Database, query: ListingQuery, { words }: Search, window: Window) => {
  const statement = aStatement()
  const { bind } = statement
  const tier =
    query.order === 'newest'
      ? '0'
      : `case when ${hasWords(words.title, statement)} then 0 when ${hasWords(words.labels, statement)} then 1 else 2 end`
  const { marks, figures } = await askMarks<{ total: number }>(db, statement, {
    before: `with found as materialized (
      select l.place, ${tier} as tier from listing l
      where ${matches(query, '', { vector: undefined, window }, statement)} and ${hasWords(words.anywhere, statement)})`,
    figures: '(select count(*) from found) as total',
    wanted: `select place, tier from found order by tier, place desc
      limit ${bind(query.pageSize)} offset ${bind((query.p - 1) * query.pageSize)}`,
    order: 'w.tier, w.place desc',
  })
  return { marks, total: figures.total }
}

export const filteredPage = async (db: Database, query: ListingQuery, search: Search): Promise<Page> => {
  const { filtered, ground, reach } = search
  const wanted = Math.min(query.p * query.pageSize, reach)
  for (let window = firstWindow(READ_AT_LEAST, filtered, filtered, ground); ; ) {
    const { marks, total } = await within(db, query, search, window)
    const longer = total < wanted ? widened(window, filtered, ground) : undefined
    const isWithinReach = (query.p - 1) * query.pageSize < reach
    if (!longer) return { marks: isWithinReach ? marks : [], total: Math.min(total, reach) }
    window = longer
  }
}
