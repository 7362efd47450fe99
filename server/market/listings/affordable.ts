import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { Blocks } from '#server/accounts/blocks/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { Database } from '#server/platform/db/pool.ts'

const SHOWN = 3
const READ_AT_ONCE = 24
// Sold-out listings, those that also cost euro and those of the member may fill whole pages.
const MOST_PAGES = 4
const NEAR_KM = 25
// In hundredths of VAL.
const SMALLEST = 1

type Parts = { db: Database; listings: ListingsService; members: MembersService; blocks: Blocks }
type Near = { near: string; km: number } | Record<never, never>

/** Offers that the VAL alone pay for: first those near the member's home. */
export const makeAffordable = ({ db, listings, members, blocks }: Parts) => {
  const find = async (val: number, without: string[], near: Near): Promise<ListingCard[]> => {
    const found: ListingCard[] = []
    const query = { section: 'offro', min: SMALLEST, max: val, rating: 0, pageSize: READ_AT_ONCE, ...near } as const
    for (let p = 1; p <= MOST_PAGES && found.length < SHOWN; p += 1) {
      const { products, pages } = await listings.list({ ...query, p })
      found.push(
        ...products.filter(
          ({ seller, priceEuro, isService, countInStock }) =>
            priceEuro === 0 && (isService || countInStock > 0) && !without.includes(seller._id),
        ),
      )
      if (p >= pages) break
    }
    return found.slice(0, SHOWN)
  }

  return async (val: number, { id }: Member): Promise<ListingCard[]> => {
    if (val <= 0) return []
    const without = [id, ...(await blocks.blockedWith(db, id))]
    const near = await members.cityOf(id)
    const nearby = near ? await find(val, without, { near, km: NEAR_KM }).catch(nowhere) : []
    if (nearby.length === SHOWN) return nearby
    const anywhere = await find(val, without, {})
    const others = anywhere.filter(({ _id }) => nearby.every((listing) => listing._id !== _id))
    return [...nearby, ...others].slice(0, SHOWN)
  }
}

/** The city of a profile may be none that the search knows. */
const nowhere = (error: unknown): ListingCard[] => {
  if (error instanceof AppError) return []
  throw error
}
