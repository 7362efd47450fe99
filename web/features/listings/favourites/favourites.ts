import type { ListingCard } from '#domain/listings.schema.ts'
import { ApiError, call, callAsVisitor, callInBackground } from '#web/client.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { FAVOURITES, findUserInfo } from '#web/lib/session.ts'

const NONE: string[] = []
const PAGE_SIZE = 24

/** The ids of the favourite listings, newest first: of a visitor only here, of a member also on the server. */
const favourites = browserStore<string[]>('localStorage', FAVOURITES, NONE)

export const useFavourites = (): string[] => useBrowserStore(favourites, NONE)

const change = (id: string, isFavourite: boolean): void => {
  const others = favourites.read().filter((each) => each !== id)
  favourites.write(isFavourite ? [id, ...others] : others)
}

const send = (id: string, isFavourite: boolean, by = call) =>
  by(isFavourite ? 'PUT /api/favourites/:listingId' : 'DELETE /api/favourites/:listingId', {
    params: { listingId: id },
  })

/** Changes it here at once, then on the server; if the server refuses, it is changed back. */
export const setFavourite = async (id: string, isFavourite: boolean): Promise<void> => {
  change(id, isFavourite)
  if (!findUserInfo()) return
  await send(id, isFavourite).catch((error) => {
    change(id, !isFavourite)
    throw error
  })
}

/** At sign-in: sends what was chosen as a visitor, and takes over what the server knows. */
export const mergeFavourites = async (): Promise<void> => {
  const here = favourites.read()
  await Promise.allSettled(here.map((id) => send(id, true, callInBackground)))
  const { ids } = await callInBackground('GET /api/favourites')
  favourites.write(ids)
}

/** Undefined if the listing is paused, over or gone. */
const findListing = (id: string): Promise<ListingCard | undefined> =>
  callAsVisitor('GET /api/products/:id', { params: { id } }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })

/** A page of the favourite listings; those that are paused or over are left out. */
export const loadFavourites = async (p: number): Promise<{ products: ListingCard[]; pages: number }> => {
  if (findUserInfo()) return call('GET /api/favourites', { query: { p, pageSize: PAGE_SIZE } })
  const ids = favourites.read()
  const found = await Promise.all(ids.slice((p - 1) * PAGE_SIZE, p * PAGE_SIZE).map(findListing))
  return { products: found.flatMap((listing) => listing ?? []), pages: Math.ceil(ids.length / PAGE_SIZE) }
}
