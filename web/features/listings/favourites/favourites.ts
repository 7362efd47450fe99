import { MAX_PAGE_SIZE } from '#domain/listings.ts'
import { call, callAsVisitor, callInBackground } from '#web/client.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { FAVOURITES, findUserInfo } from '#web/lib/session.ts'

const NONE: string[] = []

/** The ids of the favourite listings, newest first: of a visitor only here, of a member also on the server. */
const favourites = browserStore<string[]>('localStorage', FAVOURITES, NONE)

export const useFavourites = (): string[] => useBrowserStore(favourites, NONE)

const send = (id: string, isFavourite: boolean, by = call) =>
  by(isFavourite ? 'PUT /api/favourites/:listingId' : 'DELETE /api/favourites/:listingId', {
    params: { listingId: id },
  })

/** Changes it here at once, then on the server; if the server refuses, it is changed back. */
export const setFavourite = async (id: string, isFavourite: boolean): Promise<void> => {
  const before = favourites.read()
  const others = before.filter((each) => each !== id)
  favourites.write(isFavourite ? [id, ...others] : others)
  if (!findUserInfo()) return
  await send(id, isFavourite).catch((error) => {
    favourites.write(before)
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

/** The favourite listings that still exist. */
export const loadFavourites = async () => {
  if (findUserInfo()) return (await call('GET /api/favourites', { query: { pageSize: MAX_PAGE_SIZE } })).products
  const found = await Promise.allSettled(
    favourites
      .read()
      .slice(0, MAX_PAGE_SIZE)
      .map((id) => callAsVisitor('GET /api/products/:id', { params: { id } })),
  )
  return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
