import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { FavouritePage, FavouriteQuery } from '#domain/market/favourites.schema.ts'
import { FAVOURITE_MESSAGES, MAX_FAVOURITES } from '#domain/market/favourites.ts'
import type { FavouritesStore } from '#server/market/favourites/store.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Parts = { store: FavouritesStore; listings: ListingsService }

export const makeFavourites = ({ store, listings }: Parts) => ({
  async page(viewer: Member, { p, pageSize }: FavouriteQuery): Promise<FavouritePage> {
    const ids = await store.idsOf(viewer.id)
    const products = await listings.publicOf(ids)
    return {
      ids,
      products: products.slice((p - 1) * pageSize, p * pageSize),
      page: p,
      pages: pagesOf(products.length, pageSize),
    }
  },

  count: async ({ id }: Member): Promise<number> => (await store.idsOf(id)).length,

  /** Fails for a listing that the member may not see. */
  async add(viewer: Member, listingId: string): Promise<void> {
    await listings.get(listingId, viewer)
    const ids = await store.idsOf(viewer.id)
    if (ids.includes(listingId)) return
    if (ids.length >= MAX_FAVOURITES) throw new AppError('conflict', FAVOURITE_MESSAGES.tooMany)
    // Throws if the listing was deleted in the meantime.
    if (!(await store.add(viewer.id, listingId))) await listings.get(listingId, viewer)
  },

  remove: (viewer: Member, listingId: string): Promise<void> => store.remove(viewer.id, listingId),

  personalData: {
    tables: ['favourite'],
    export: async ({ id }) => ({ favourites: await store.idsOf(id) }),
    erase: (tx, { id }) => store.removeOf(tx, id),
  } satisfies PersonalData,
})
