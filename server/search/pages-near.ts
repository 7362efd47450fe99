import { AppError } from '#domain/errors.ts'
import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { FACETS, matches } from '#server/search/matches.ts'
import { count, estimate } from '#server/search/search-counts.ts'
import { hasPrice, ORDER_BY } from '#server/search/selection.ts'
import { aStatement, ask, askPage, type Page, type Statement } from '#server/search/statement.ts'
import { EVERYWHERE } from '#server/search/windows.ts'
import { allOf, type Words } from '#server/search/words.ts'

// Listings near a comune. A listing is where its comune is, so those nearest are those of the nearest comuni, and how
// many each of these has is kept.

const USUAL_KM = 25
// The nearest listings that are reached; with filters, those of the nearest comuni that are looked at.
const REACH = 2_000
const LOOKED_AT_MOST = 30_000
const GATHERED_AT_MOST = 1_000
// Matches looked for beyond the page, so that its number of pages tells of some more.
const AHEAD = 24
const SPARE = 1.5
const STRIDE = 8
const KM_PER_DEGREE = 111.2
const UNKNOWN_PLACE = 'Non conosciamo questo comune.'

// The comuni around one that have listings, the nearest first, each with how many there are up to it.
const around = (comune: number, km: number, { bind }: Statement): string => {
  const middle = `(select lat, lng, cos(radians(lat)) as narrowing from comune where id = ${bind(comune)}) as o`
  const reach = `(${bind(km)}::float8 / ${KM_PER_DEGREE})`
  return `with around as materialized (
    select n.id, n.away, h.shown, sum(h.shown) over (order by n.away, n.id) as upto
    from (
      select c.id, (c.lat - o.lat) ^ 2 + ((c.lng - o.lng) * o.narrowing) ^ 2 as away
      from ${middle} join comune c on c.lat between o.lat - ${reach} and o.lat + ${reach}
        and c.lng between o.lng - ${reach} / o.narrowing and o.lng + ${reach} / o.narrowing
    ) as n join listing_here h on h.comune = n.id
    where n.away <= ${reach} ^ 2 and h.shown > 0
  )`
}

export const makeNearPages = (db: Database, words: Words) => {
  const find = async (near: string): Promise<number> => {
    const statement = aStatement()
    const [, name = near, province = ''] = /^(.*?)\s*\((\w{2})\)$/.exec(near) ?? []
    const known = /^\d{1,6}$/.test(near)
      ? `(select id from comune where id = ${statement.bind(Number(near))})`
      : `(select comune_of(${statement.bind(name)}, ${statement.bind(province)}))`
    const [row] = await ask<{ id: number | null }>(db, `select ${known} as id`, statement)
    if (!row?.id) throw new AppError('malformed', UNKNOWN_PLACE)
    return row.id
  }

  const everything = async (query: ListingQuery, comune: number): Promise<Page> => {
    const statement = aStatement()
    const before = around(comune, query.km ?? USUAL_KM, statement)
    const from = `${statement.bind((query.p - 1) * query.pageSize)}::bigint`
    const size = `${statement.bind(query.pageSize)}::bigint`
    const { rows, figures } = await askPage<{ total: number }>(db, statement, {
      before,
      figures: `least(coalesce((select max(upto) from around), 0), ${REACH})::bigint as total`,
      wanted: `select l.place, a.away, a.id as comune
        from around a cross join lateral (
          select l.place from listing l
          where l.comune = a.id and l.shown and (l.expires_at is null or l.expires_at > now())
          order by l.place desc
          limit ${size} offset greatest(0, ${from} - (a.upto - a.shown)::bigint)
        ) as l
        where a.upto > ${from} and a.upto - a.shown < ${from} + ${size} and ${from} < ${REACH}
        order by a.away, a.id, l.place desc limit ${size}`,
      order: 'w.away, w.comune, l.place desc',
    })
    return { rows, total: figures.total }
  }

  // The nearest comuni that should hold enough matches are asked for them, and more of them when they did not.
  const filtered = async (query: ListingQuery, comune: number): Promise<Page> => {
    const [terms, counts] = await Promise.all([query.name ? words.lookUp(query.name) : [], count(db, query)])
    const isHopeless = terms.some((term) => term.anywhere === 0) || (query.name && terms.length === 0)
    if (isHopeless || counts.filtered === 0) return { rows: [], total: 0 }
    const { expected } = estimate(terms, false, (term) => term.anywhere, counts)
    const wanted = query.p * query.pageSize
    const share = expected / counts.shown
    for (let around = ((wanted + AHEAD) * SPARE) / share; ; around *= STRIDE) {
      const many = Math.min(around, LOOKED_AT_MOST)
      const { rows, total, there } = await among(query, comune, allOf(terms), many)
      if (total >= wanted || there <= many || many === LOOKED_AT_MOST) return { rows, total }
    }
  }

  const among = async (query: ListingQuery, comune: number, text: string, many: number) => {
    const statement = aStatement()
    const { bind } = statement
    const order = query.order ? ORDER_BY[query.order] : 'l.away, l.comune, l.place desc'
    const sought = { vector: text ? 'l.search' : undefined, window: EVERYWHERE }
    const { rows, figures } = await askPage<{ total: number; there: number }>(db, statement, {
      before: `${around(comune, query.km ?? USUAL_KM, statement)},
      asked as materialized (
        select array_agg('@' || id) as comuni from around where upto - shown < ${bind(Math.round(many))}::bigint
      ), found as materialized (
        select l.place, l.price_val, l.rating, l.rating_count, l.comune, a.away
        from listing l join around a on a.id = l.comune
        where ${FACETS} && (select comuni from asked) and ${matches(query, text, sought, statement)}
          ${query.seller ? `and l.seller_id = ${bind(query.seller)}` : ''}
        limit ${GATHERED_AT_MOST}
      )`,
      figures: `(select count(*) from found) as total, coalesce((select max(upto) from around), 0)::bigint as there`,
      wanted: `select l.place, row_number() over (order by ${order}) as turn from found l
        order by turn limit ${bind(query.pageSize)} offset ${bind((query.p - 1) * query.pageSize)}`,
      order: 'w.turn',
    })
    return { rows, ...figures }
  }

  return async (query: ListingQuery): Promise<Page> => {
    const comune = await find(query.near ?? '')
    const { name, section, category, seller, rating, order } = query
    const isPlain = !(name || section || category || seller || rating || order || hasPrice(query))
    return isPlain ? everything(query, comune) : filtered(query, comune)
  }
}
