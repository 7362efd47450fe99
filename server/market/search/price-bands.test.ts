import { expect, test } from 'vitest'
import { toHundredths } from '#domain/base/money.ts'
import { PRICE_RANGES } from '#domain/market/listings.ts'
import { priceRangeKey } from '#server/market/search/price-bands.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'

test('the inverted index has the key of a price range for exactly the prices within it', async () => {
  const db = await aDatabase()
  const ranges = PRICE_RANGES.map(({ min, max }) => ({ min: toHundredths(min), max: toHundredths(max) }))
  const prices = [...new Set(ranges.flatMap(({ min, max }) => [min, max]))].flatMap((edge) => [
    edge - 1,
    edge,
    edge + 1,
  ])
  for (const range of ranges.filter(({ max }) => max > 0)) {
    const key = `|${priceRangeKey(range)}||`
    const rows = await db.query<{ price: number }>(sql`
      select price from unnest(${prices}::integer[]) as price
      where listing_facets('offro', 'libri', price_band(price), 0::smallint, null, false, false) @> array[${key}]
      order by price`)
    const within = prices.filter((price) => price >= range.min && price <= range.max)
    expect(rows.map(({ price }) => price)).toEqual(within.toSorted((a, b) => a - b))
  }
})
