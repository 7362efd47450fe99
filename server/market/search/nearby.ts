import { AppError } from '#domain/base/errors.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { DEFAULT_KM } from '#domain/market/listings.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { ALL_PLACES } from '#server/market/search/blocks.ts'
import {
  and,
  FACETS,
  hasFlags,
  hasPrice,
  IS_PUBLIC,
  indexConditions,
  ORDER_BY,
  ORDER_COLUMNS,
} from '#server/market/search/conditions.ts'
import { estimate, readCounts } from '#server/market/search/estimates.ts'
import { insteadOf } from '#server/market/search/instead.ts'
import { atMost, constant, EMPTY_PAGE, limitOf, offsetOf, selectPage } from '#server/market/search/page-query.ts'
import { ANYWHERE, allOf, correctedText, lookUpTerms } from '#server/market/search/terms.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// A listing has the coordinates of its comune, so listings are sorted by the distance of their comuni. How many shown
// listings each comune has is kept in listing_comune_tally.

const MAX_REACHED = 2_000
const MAX_EXAMINED = 30_000
const MAX_COLLECTED = 1_000
// Matches searched for beyond the page, so that the number of pages includes some following ones.
const MATCHES_AHEAD = 24
const MARGIN = 1.5
const WIDENING_FACTOR = 8
export const KM_PER_DEGREE = 111.2
/** The distance of each listing's comune, in kilometres. */
const DISTANCE = sql`round(sqrt(w.distance) * ${constant(KM_PER_DEGREE)})::integer as distance`
const UNKNOWN_COMUNE = 'Non conosciamo questo comune.'

/** By id, by name, or by name and province as in "Chieri (TO)". */
export const findComune = async (db: Queries, near: string): Promise<number> => {
  const [, name = near, province = ''] = /^(.*?)\s*\((\w{2})\)$/.exec(near) ?? []
  const id = /^\d{1,6}$/.test(near)
    ? sql`(select id from comune where id = ${Number(near)})`
    : sql`comune_of(${name}, ${province})`
  const row = await db.first<{ id: number | null }>(sql`select ${id} as id`)
  if (!row?.id) throw new AppError('malformed', UNKNOWN_COMUNE)
  return row.id
}

/** From the comune `o` to the comune `c`, in degrees of latitude, squared. */
export const SQUARED_DISTANCE = sql`(c.lat - o.lat) ^ 2 + ((c.lng - o.lng) * o.lng_scale) ^ 2`
/** The columns of `o`. */
export const ORIGIN_COLUMNS = sql`lat, lng, cos(radians(lat)) as lng_scale`

/**
 * CTE: the comuni within the distance that have listings, with their squared distance in degrees. `upto` is the number of
 * listings in them and in all nearer ones.
 */
const around = (comune: number, km = DEFAULT_KM): Sql => {
  const degrees = sql`(${km}::float8 / ${constant(KM_PER_DEGREE)})`
  return sql`around as materialized (
    select n.id, n.distance, t.shown, sum(t.shown) over (order by n.distance, n.id) as upto
    from (
      select c.id, ${SQUARED_DISTANCE} as distance
      from (select ${ORIGIN_COLUMNS} from comune where id = ${comune}) as o
      join comune c on c.lat between o.lat - ${degrees} and o.lat + ${degrees}
        and c.lng between o.lng - ${degrees} / o.lng_scale and o.lng + ${degrees} / o.lng_scale
    ) as n join listing_comune_tally t on t.comune = n.id
    where n.distance <= ${degrees} ^ 2 and t.shown > 0
  )`
}

/** Without filters, the counts determine which comuni are on the page, and only their listings are read. */
const nearestPage = async (db: Database, query: ListingQuery, comune: number): Promise<ListingPageRows> => {
  const offset = sql`${offsetOf(query)}::bigint`
  const size = sql`${query.pageSize}::bigint`
  const { rows, figures } = await selectPage<{ total: number }>(db, {
    with: sql`with ${around(comune, query.km)}`,
    figures: sql`coalesce((select max(upto) from around), 0)::bigint as total`,
    columns: DISTANCE,
    places: sql`select l.place, a.distance, a.id as comune
      from around a cross join lateral (
        select l.place from listing l where l.comune = a.id and ${IS_PUBLIC}
        order by l.place desc
        limit ${size} offset greatest(0, ${offset} - (a.upto - a.shown)::bigint)
      ) as l
      where a.upto > ${offset} and a.upto - a.shown < ${offset} + ${size} and ${offset} < ${constant(MAX_REACHED)}
      order by a.distance, a.id, l.place desc limit ${size}`,
    order: sql`w.distance, w.comune, l.place desc`,
  })
  return { rows, ...atMost(figures.total, MAX_REACHED) }
}

type NearbySearch = { comune: number; tsquery: string; examined: number }

/** Searches the nearest comuni that together have `examined` listings. */
const searchNearest = async (db: Database, query: ListingQuery, { comune, tsquery, examined }: NearbySearch) => {
  const order = query.order ? ORDER_BY[query.order] : sql`l.distance, l.comune, l.place desc`
  const text = tsquery ? { vector: ANYWHERE, tsquery } : undefined
  const conditions = and(
    sql`${FACETS} && (select keys from examined)`,
    indexConditions(query, text, ALL_PLACES),
    query.seller ? sql`l.seller_id = ${query.seller}` : undefined,
  )
  const { rows, figures } = await selectPage<{ total: number; within: number }>(db, {
    with: sql`with ${around(comune, query.km)}, examined as materialized (
      select array_agg('@' || id) as keys from around where upto - shown < ${Math.round(examined)}::bigint
    ), found as materialized (
      select l.place, ${ORDER_COLUMNS}, l.comune, a.distance
      from listing l join around a on a.id = l.comune where ${conditions} limit ${constant(MAX_COLLECTED)}
    )`,
    figures: sql`(select count(*) from found) as total, coalesce((select max(upto) from around), 0)::bigint as within`,
    columns: DISTANCE,
    places: sql`select l.place, l.distance, row_number() over (order by ${order}) as rank from found l
      order by rank ${limitOf(query)}`,
    order: sql`w.rank`,
  })
  return { rows, ...figures }
}

/** With filters, examines as many of the nearest listings as should contain the page, and more if they do not. */
const filteredPage = async (db: Database, query: ListingQuery, comune: number): Promise<ListingPageRows> => {
  const { name = '', exact = false } = query
  const [terms, counts] = await Promise.all([
    name ? lookUpTerms(db, name, { isCorrected: !exact }) : [],
    readCounts(db, query),
  ])
  const hasUnknownWords = terms.some((term) => term.anywhere === 0) || (name && terms.length === 0)
  if (hasUnknownWords || counts.filtered === 0) return EMPTY_PAGE
  const { matches } = estimate({ terms, isAny: false, countOf: (term) => term.anywhere }, counts)
  const selectivity = matches / counts.shown
  const needed = query.p * query.pageSize
  const instead = insteadOf(correctedText(name, terms))
  for (let needsExamined = ((needed + MATCHES_AHEAD) * MARGIN) / selectivity; ; needsExamined *= WIDENING_FACTOR) {
    const examined = Math.min(needsExamined, MAX_EXAMINED)
    const { rows, total, within } = await searchNearest(db, query, { comune, tsquery: allOf(terms), examined })
    const isComplete = within <= examined
    if (total >= needed || isComplete || examined === MAX_EXAMINED)
      return { rows, total, isAtLeast: !isComplete || total === MAX_COLLECTED, instead }
  }
}

export const nearbyPage = async (db: Database, query: ListingQuery): Promise<ListingPageRows> => {
  const comune = await findComune(db, query.near ?? '')
  const { name, section, category, seller, rating, order } = query
  const isFiltered = name || section || category || seller || rating || order || hasPrice(query) || hasFlags(query)
  return isFiltered ? filteredPage(db, query, comune) : nearestPage(db, query, comune)
}
