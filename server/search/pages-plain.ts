import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { asked, categoryKey, ORDER_BY } from '#server/search/selection.ts'
import { aStatement, ask, askPage, limited, type Page, type Statement } from '#server/search/statement.ts'

// Lists of everything, of a section, of a category. Their size is kept, and so is the way to any place in them.

// In other orders than the newest first there are no steps to jump by: rows are skipped one by one, up to here.
const REACH_IN_ORDER = 6_000
// Below this, skipping rows is quicker than looking up where to start.
const SKIPPED_AT_MOST = 300

// Steps of 2^14 places, each of 64 steps of 2^8: from the newest, the first within which the offset falls.
const stepsTo = (query: ListingQuery, offset: string, { bind }: Statement): string => {
  const list = `section = ${bind(query.section ?? '')} and category = ${bind(categoryKey(query) ?? '')}`
  return `
  with coarse as (
    select step, shown, sum(shown) over (order by step desc) as upto from listing_step where ${list} and level = 14
  ), block as (
    select step, (upto - shown)::bigint as before from coarse where upto > ${offset} order by step desc limit 1
  ), fine as (
    select f.step, f.shown, (select before from block) + sum(f.shown) over (order by f.step desc) as upto
    from listing_step f where ${list} and level = 8
      and f.step between (select step << 6 from block) and (select (step << 6) + 63 from block)
  ), start as (
    select (step + 1) << 8 as below, (upto - shown)::bigint as before from fine where upto > ${offset} order by step desc limit 1
  )`
}

export const makePlainPages =
  (db: Database) =>
  async (query: ListingQuery): Promise<Page> => {
    const order = query.order ?? 'newest'
    const skipped = (query.p - 1) * query.pageSize
    if (order !== 'newest' && skipped >= REACH_IN_ORDER) return { rows: [], total: await sizeOf(db, query) }
    const statement = aStatement()
    const { bind } = statement
    const offset = `${bind(skipped)}::bigint`
    const jumps = order === 'newest' && skipped > SKIPPED_AT_MOST
    const matching = `select l.place from listing l where ${asked(query, statement)}`
    const wanted = jumps ? `${matching} and l.place < (select below from start)` : matching
    const { rows, figures } = await askPage<{ total: number }>(db, statement, {
      ...(jumps ? { before: stepsTo(query, offset, statement) } : {}),
      figures: `${tallied(query, statement)} as total`,
      wanted: limited(
        statement,
        `${wanted} order by ${ORDER_BY[order]}`,
        query.pageSize,
        jumps ? `${offset} - (select before from start)` : offset,
      ),
      order: ORDER_BY[order],
    })
    return { rows, total: order === 'newest' ? figures.total : Math.min(figures.total, REACH_IN_ORDER) }
  }

const tallied = (query: ListingQuery, { bind }: Statement): string =>
  `coalesce((select t.shown from listing_tally t
    where t.section = ${bind(query.section ?? '')} and t.category = ${bind(categoryKey(query) ?? '')}), 0)`

const sizeOf = async (db: Database, query: ListingQuery): Promise<number> => {
  const statement = aStatement()
  const [row] = await ask<{ total: number }>(db, `select ${tallied(query, statement)} as total`, statement)
  return Math.min(row?.total ?? 0, REACH_IN_ORDER)
}
