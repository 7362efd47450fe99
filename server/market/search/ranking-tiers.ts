import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { ListingPageRows } from '#server/market/listings/rows.ts'
import { type BlockRange, type Estimate, type TableSize, widen } from '#server/market/search/blocks.ts'
import { indexConditions, rowMatches } from '#server/market/search/conditions.ts'
import { constant, limitOf, selectPage } from '#server/market/search/page-query.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { join, raw, type Sql, sql } from '#server/platform/db/sql.ts'

/** Matches in one part of the text. Listings found by an earlier tier come first; within a tier, the newest. */
export type RankingTier = {
  /** The part of the text; undefined in a search without words. */
  vector: Sql | undefined
  tsquery: string
  estimate: Estimate
  needed: number
  range: BlockRange
  /** Whether to widen the range when it contains too few matches; false if a later tier finds the same listings. */
  widens: boolean
  /** A tsquery: the matches of this tier that satisfy it come before the others. */
  rankedFirst: string | undefined
}

const rankOf = ({ rankedFirst }: RankingTier, index: number): Sql =>
  rankedFirst
    ? sql`case when ${rowMatches(rankedFirst)} then ${constant(index)} else ${constant(index + 1)} end`
    : constant(index)

const selectTiers = async (db: Database, query: ListingQuery, tiers: RankingTier[]) => {
  const matches = (index: number) => raw(`matches${index}`)
  const newest = (index: number) => raw(`newest${index}`)
  // Matches are materialized before they are sorted: otherwise PostgreSQL may scan all listings in order to find matches.
  const ctes = tiers.map((tier, index) => {
    const text = tier.vector && { vector: tier.vector, tsquery: tier.tsquery }
    return sql`
    ${matches(index)} as materialized (
      select l.place, ${rankOf(tier, index)} as rank from listing l where ${indexConditions(query, text, tier.range)}),
    ${newest(index)} as materialized (
      select place, rank from ${matches(index)} order by place desc limit ${tier.needed})`
  })
  const counts = tiers.map((_, index) => sql`(select count(*) from ${newest(index)})`)
  const all = tiers.map((_, index) => sql`select * from ${newest(index)}`)
  const { rows, figures } = await selectPage<{ found: number[] }>(db, {
    with: sql`with ${join(ctes)}`,
    figures: sql`array[${join(counts)}]::integer[] as found`,
    places: sql`select place, min(rank) as rank from (${join(all, ' union all ')}) as found
      group by place order by min(rank), place desc ${limitOf(query)}`,
    order: sql`w.rank, w.place desc`,
  })
  return { rows, found: figures.found }
}

/** Repeats the search until every tier has found what it needs, or has reached the limit of its range. */
export const tieredPage = async (
  db: Database,
  query: ListingQuery,
  first: RankingTier[],
  size: TableSize,
): Promise<ListingPageRows> => {
  for (let tiers = first; ; ) {
    const { rows, found } = await selectTiers(db, query, tiers)
    const next = tiers.map((tier, index) => {
      const isShort = tier.widens && (found[index] ?? 0) < tier.needed
      const range = isShort ? widen(tier.range, tier.estimate, size) : undefined
      return range ? { ...tier, range } : tier
    })
    if (next.every((tier, index) => tier === tiers[index])) {
      const total = found.at(-1) ?? 0
      return { rows, total, isAtLeast: total >= (tiers.at(-1)?.needed ?? 0) }
    }
    tiers = next
  }
}
