import type { Listing } from '#domain/listings.schema.ts'
import { PAGE_SIZE } from '#domain/listings.ts'
import type { PageServices } from '#domain/page-services.ts'
import { type CardData, toCardData } from '#web/features/listings/card/card-data.ts'
import type { OwnerFacts } from '#web/features/listings/detail/seller-block.tsx'

const MOST = 4
const NEAR_KM = 25
const FIRST_PAGE = { p: 1, pageSize: PAGE_SIZE, min: 0, max: 0, rating: 0 }

export const ownerFacts = async (members: PageServices['members'], id: string): Promise<OwnerFacts> => {
  const [{ createdAt }, answerMinutes] = await Promise.all([members.seller(id), members.answerTime(id)])
  return { since: createdAt, answerMinutes }
}

/** Other listings of the same owner, newest first. */
export const othersOf = async (listings: PageServices['listings'], listing: Listing): Promise<CardData[]> => {
  const { products } = await listings.list({ ...FIRST_PAGE, seller: listing.seller._id })
  return products
    .filter(({ _id }) => _id !== listing._id)
    .slice(0, MOST)
    .map(toCardData)
}

/** Listings of other owners in the same section and category around the comune of this one; everywhere if it has none. */
export const similarTo = async (listings: PageServices['listings'], listing: Listing): Promise<CardData[]> => {
  const { section, category, municipality, city, position } = listing
  const around = position ? { near: municipality || city, km: NEAR_KM } : {}
  const { products } = await listings.list({ ...FIRST_PAGE, section, category, ...around })
  return products
    .filter(({ seller }) => seller._id !== listing.seller._id)
    .slice(0, MOST)
    .map(toCardData)
}
