import type { ListingCard } from '#domain/market/listings.schema.ts'
import { ApiError, call, callAsVisitor, callInBackground } from '#web/client.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { FAVOURITES, findUserInfo, useUserInfo } from '#web/lib/session/session.ts'

/** Ids of listings, newest first. */
type Stored = { memberId: string; ids: string[] }

const VISITOR = ''
const NONE: Stored = { memberId: VISITOR, ids: [] }
const PAGE_SIZE = 24

/** A visitor's favourites are stored only here, a member's also on the server. */
const favourites = browserStore<Stored>('localStorage', FAVOURITES, NONE)

const viewerId = (): string => findUserInfo()?._id ?? VISITOR

/** A visitor's favourites are also shown after signing in, so that no heart changes before they are merged. */
const storedFor = (stored: Stored, viewer: string): Stored =>
  [VISITOR, viewer].includes(stored.memberId) ? stored : NONE

export const useFavourites = (): string[] =>
  storedFor(useBrowserStore(favourites, NONE), useUserInfo()?._id ?? VISITOR).ids
export const readFavourites = (): string[] => storedFor(favourites.read(), viewerId()).ids

const change = (id: string, isFavourite: boolean): void => {
  const { memberId, ids } = storedFor(favourites.read(), viewerId())
  const others = ids.filter((each) => each !== id)
  favourites.write({ memberId, ids: isFavourite ? [id, ...others] : others })
}

const send = (id: string, isFavourite: boolean, by = call) =>
  by(isFavourite ? 'PUT /api/favourites/:listingId' : 'DELETE /api/favourites/:listingId', {
    params: { listingId: id },
  })

/** Changes the stored favourites at once, then the server's; reverts the change if the server refuses it. */
export const setFavourite = async (id: string, isFavourite: boolean): Promise<void> => {
  change(id, isFavourite)
  const viewer = viewerId()
  if (viewer === VISITOR) return
  await send(id, isFavourite).catch((error) => {
    if (viewerId() === viewer) change(id, !isFavourite)
    throw error
  })
}

/** Whether the listing is paused or deleted, or the member has reached the limit of favourites. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status)

/**
 * Sends the favourites chosen as a visitor to the server, and replaces them by the server's list. If that fails, they
 * stay stored and are merged later.
 */
export const mergeFavourites = async (): Promise<void> => {
  const memberId = viewerId()
  if (memberId === VISITOR || isActing() || favourites.read().memberId === memberId) return
  const add = (id: string) =>
    send(id, true, callInBackground).catch((error) => {
      if (!isRefused(error)) throw error
    })
  await Promise.all(readFavourites().map(add))
  const { ids } = await callInBackground('GET /api/favourites')
  if (viewerId() === memberId) favourites.write({ memberId, ids })
}

/** Undefined if the listing is paused, over or deleted. */
const findListing = (id: string): Promise<ListingCard | undefined> =>
  callAsVisitor('GET /api/products/:id', { params: { id } }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })

/** A page of the favourite listings; those that are paused or over are left out. */
export const loadFavourites = async (p: number): Promise<{ ids: string[]; products: ListingCard[]; pages: number }> => {
  if (findUserInfo()) return call('GET /api/favourites', { query: { p, pageSize: PAGE_SIZE } })
  const ids = readFavourites()
  const found = await Promise.all(ids.slice((p - 1) * PAGE_SIZE, p * PAGE_SIZE).map(findListing))
  return { ids, products: found.flatMap((listing) => listing ?? []), pages: Math.ceil(ids.length / PAGE_SIZE) }
}
