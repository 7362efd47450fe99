import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import { KINDS, leftOf } from '#domain/market/kinds.ts'
import type { FavouritesStore } from '#server/market/favourites/store.ts'
import type { ListingState } from '#server/market/listings/rows.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { type JobPayloads, jobs } from '#server/platform/jobs/jobs.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

const MEMBERS_PER_JOB = 500

type Parts = { store: FavouritesStore; notices: Notices }
export type FavouriteNews = ReturnType<typeof makeFavouriteNews>

const isAvailable = (listing: ListingState): boolean => listing.shown && leftOf(listing) !== 0

/** Gifts, events and proposals have no price; the price of a «Cerco» is what its owner pays. */
const isForSale = ({ section }: ListingState): boolean => KINDS[section].price === 'fixed'

const isCheaper = (before: ListingState, after: ListingState): boolean =>
  isForSale(before) &&
  isForSale(after) &&
  after.priceVal <= before.priceVal &&
  after.priceEuro <= before.priceEuro &&
  after.priceVal + after.priceEuro < before.priceVal + before.priceEuro

const priceOf = ({ priceVal, priceEuro }: ListingState): string =>
  formatPrice({ val: fromHundredths(priceVal), euro: fromHundredths(priceEuro) })

/** The notice for members with this listing among their favourites; undefined if there is none. */
const newsOf = (before: ListingState, after: ListingState | undefined): { text: string; link: string } | undefined => {
  const link = `/product/${before.id}`
  const title = `«${listingRef(before.id)}»`
  if (before.shown && !after)
    return { text: 'Uno dei tuoi preferiti non c’è più: l’annuncio è stato tolto.', link: '/preferiti' }
  if (before.shown && after?.expired) return { text: `${title} non c’è più`, link: '/preferiti' }
  if (!after || before.draft || !isAvailable(after)) return undefined
  if (!isAvailable(before)) return { text: `${title} è di nuovo disponibile`, link }
  if (!isCheaper(before, after)) return undefined
  return { text: `${title} ora costa meno: ${priceOf(after)} invece di ${priceOf(before)}`, link }
}

/** Notifies members when the price of a favourite falls, when it is available again and when it ends. */
export const makeFavouriteNews = ({ store, notices }: Parts) => ({
  /**
   * Runs in the transaction of the change. Jobs notify the members: there may be many, and members must be locked before
   * listings.
   */
  async plan(tx: Queries, before: ListingState, after: ListingState | undefined): Promise<void> {
    const news = newsOf(before, after)
    const members = news ? await store.membersWith(tx, before.id, before.sellerId) : []
    // Replaced by newer ones, as their jobs are.
    if (members.length > 0) await store.removeNews(tx, before.id)
    for (let start = 0; news && start < members.length; start += MEMBERS_PER_JOB) {
      const some = members.slice(start, start + MEMBERS_PER_JOB)
      const newsId = await store.addNews(tx, { members: some, listing: before.id, ...news })
      await jobs.add(tx, 'tell-favourites', { newsId }, { key: `tell-favourites ${before.id} ${start}` })
    }
  },

  /** Sends nothing if the job runs again because the process ended before the job was recorded as done. */
  tell: ({ newsId }: JobPayloads['tell-favourites']): Promise<void> =>
    store.transaction(async (tx) => {
      const news = await store.takeNews(tx, newsId)
      if (!news) return
      const { members, listing, ...notice } = news
      await notices.tellAll(tx, members, { kind: 'favourite', ...notice, listing, key: `favourite ${listing}` })
    }),
})
