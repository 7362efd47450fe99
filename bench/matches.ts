import { withDatabase } from '#bench/database.ts'
import { seeded } from '#bench/seed.ts'
import { seededRandom } from '#bench/seed-listings.ts'
import { type MatchedListing, makeMatches } from '#server/market/search/matches.ts'
import { makeSearch } from '#server/market/search/search.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

// The time to find the matches of a listing, compared with a search for two of its words, in turns.

const WARM_UP = 50

const measure = async (db: Database, listings: number, times: number): Promise<object[]> => {
  const random = seededRandom(7)
  const findMatches = makeMatches(db)
  const search = makeSearch(db)
  const sample = await db.query<MatchedListing>(sql`
    select section, name, brand, category, is_service as "isService", city, municipality from listing
    where shown and section in ('offro', 'dono', 'cerco') and place % 7 = 0 limit 5000`)
  let [searching, matching] = [0, 0]
  for (let turn = -WARM_UP; turn < times; turn++) {
    const listing = sample[Math.floor(random() * sample.length)] as MatchedListing
    const name = listing.name.split(' ').slice(0, 2).join(' ')
    const began = performance.now()
    await search.listings({ name, p: 1, pageSize: 12, min: 0, max: 0, rating: 0 })
    const between = performance.now()
    await findMatches(listing, [], 12)
    if (turn < 0) continue
    searching += between - began
    matching += performance.now() - between
  }
  const ms = (total: number) => (total / times).toFixed(2)
  return [
    {
      annunci: listings,
      'ms ricerca': ms(searching),
      'ms corrispondenze': ms(matching),
      rapporto: (matching / searching).toFixed(2),
    },
  ]
}

export const benchMatches = async (listings: number, times: number): Promise<object[]> =>
  withDatabase(await seeded(listings), (db) => measure(db, listings, times), { connections: 2 })
