import type { ListingQuery } from '#domain/listings.schema.ts'
import type { Database } from '#server/db/connect.ts'
import { matches } from '#server/search/matches.ts'
import { hasWords } from '#server/search/selection.ts'
import { aStatement, askPage, type Page, type Statement } from '#server/search/statement.ts'
import { type Ground, type Odds, type Window, widened } from '#server/search/windows.ts'

/** What is looked for in one part of the listings' texts. */
export type Tier = {
  vector: string | undefined
  odds: Odds
  needed: number
  window: Window
  /** Whether to look further when there was too little; what a later tier finds as well need not be. */
  isFinal: boolean
  /** The words where only title, tags and category count: who has them there comes first within the tier. */
  labels?: string
}

type Figures = Record<`found${number}`, number>

const rank = ({ labels }: Tier, index: number, statement: Statement): string =>
  labels ? `case when ${hasWords(labels, statement)} then ${index} else ${index + 1} end` : String(index)

const askTiers = async (db: Database, query: ListingQuery, words: string, tiers: Tier[]) => {
  const statement = aStatement()
  // Matches first, without an order: asked for both at once, PostgreSQL may walk the order looking for matches.
  const gathered = tiers.map(
    (tier, index) => `
    match${index} as materialized (
      select l.place, ${rank(tier, index, statement)} as tier from listing l where ${matches(query, words, tier, statement)}),
    tier${index} as materialized (
      select place, tier from match${index} order by place desc limit ${statement.bind(tier.needed)})`,
  )
  const { rows, figures } = await askPage<Figures>(db, statement, {
    before: `with ${gathered.join(',')}`,
    figures: tiers.map((_, index) => `(select count(*) from tier${index}) as found${index}`).join(', '),
    wanted: `select place, min(tier) as tier
      from (${tiers.map((_, index) => `select * from tier${index}`).join(' union all ')}) as every
      group by place order by min(tier), place desc
      limit ${statement.bind(query.pageSize)} offset ${statement.bind((query.p - 1) * query.pageSize)}`,
    order: 'w.tier, w.place desc',
  })
  return { rows, found: tiers.map((_, index) => figures[`found${index}`] ?? 0) }
}

/** Asks until each tier has what is needed of it, or has been looked through as far as may be. */
export const settleTiers = async (
  db: Database,
  query: ListingQuery,
  text: string,
  first: Tier[],
  ground: Ground,
): Promise<Page> => {
  for (let tiers = first; ; ) {
    const { rows, found } = await askTiers(db, query, text, tiers)
    const next = tiers.map((tier, index) => {
      const longer =
        tier.isFinal && (found[index] ?? 0) < tier.needed ? widened(tier.window, tier.odds, ground) : undefined
      return longer ? { ...tier, window: longer } : tier
    })
    if (next.every((tier, index) => tier === tiers[index])) return { rows, total: found.at(-1) ?? 0 }
    tiers = next
  }
}
