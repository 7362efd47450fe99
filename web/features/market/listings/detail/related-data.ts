import type { Listing, ListingCard, ListingQuery } from '#domain/market/listings.schema.ts'
import { PAGE_SIZE } from '#domain/market/listings.ts'
import type { PageServices } from '#domain/page-services.ts'
import { type CardData, toCardData } from '#web/features/market/listings/card/card-data.ts'
import type { OwnerFacts } from '#web/features/market/listings/detail/seller-block.tsx'

const MOST = 4
const NEAR_KM = 25
const FIRST_PAGE = { p: 1, pageSize: PAGE_SIZE, min: 0, max: 0, rating: 0 }

type Listings = Pick<PageServices['listings'], 'list'>

export const ownerFacts = async (members: PageServices['members'], id: string): Promise<OwnerFacts> => {
  const [{ createdAt }, answerMinutes] = await Promise.all([members.seller(id), members.answerTime(id)])
  return { since: createdAt, answerMinutes }
}

/** Returns none if the search fails, so that the page of the listing is still shown. */
const findCards = async (
  listings: Listings,
  query: Partial<ListingQuery>,
  isWanted: (card: ListingCard) => boolean,
): Promise<CardData[]> => {
  const { products } = await listings.list({ ...FIRST_PAGE, ...query }).catch(() => ({ products: [] }))
  return products.filter(isWanted).slice(0, MOST).map(toCardData)
}

/** Other listings of the same owner, newest first. */
export const othersOf = (listings: Listings, { _id, seller }: Listing): Promise<CardData[]> =>
  findCards(listings, { seller: seller._id }, (other) => other._id !== _id)

/** Listings of other owners in the same section and category around the comune of this one; anywhere if it has none. */
export const similarTo = (listings: Listings, { section, category, comune, seller }: Listing): Promise<CardData[]> => {
  const around = comune === null ? {} : { near: String(comune), km: NEAR_KM }
  return findCards(listings, { section, category, ...around }, (other) => other.seller._id !== seller._id)
}
