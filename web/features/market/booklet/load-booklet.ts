import type { ListingCard } from '#domain/market/listings.schema.ts'
import { MAX_PAGE_SIZE } from '#domain/market/listings.ts'
import { callAsVisitor } from '#web/client.ts'

export const MOST_LISTINGS = 1_200
const PAGES_AT_ONCE = 4

/** Where the listings are: a comune and kilometres around it; everywhere without one. */
export type Area = { near: string; km: string }

/** All listings that everybody sees, in the area; `isWhole` unless there are more than fit. */
export const loadBooklet = async ({ near, km }: Area): Promise<{ listings: ListingCard[]; isWhole: boolean }> => {
  const page = (p: number) => {
    const query = { p: String(p), pageSize: String(MAX_PAGE_SIZE), order: 'newest', ...(near && { near, km }) }
    return callAsVisitor('GET /api/products', { query })
  }
  const first = await page(1)
  const last = Math.min(first.pages, MOST_LISTINGS / MAX_PAGE_SIZE)
  const found = [...first.products]
  for (let p = 2; p <= last; p += PAGES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(PAGES_AT_ONCE, last - p + 1) }, (_, n) => p + n)
    for (const { products } of await Promise.all(numbers.map(page))) found.push(...products)
  }
  // A listing that is published meanwhile moves others to the next page.
  const listings = [...new Map(found.map((listing) => [listing._id, listing])).values()]
  return { listings, isWhole: first.pages <= last }
}
