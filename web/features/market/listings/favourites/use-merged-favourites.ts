import { useEffect } from 'react'
import { mergeFavourites } from '#web/features/market/listings/favourites/favourites.ts'
import { findUserInfo, subscribeToSession } from '#web/lib/session/session.ts'

/** Merges the favourites of this browser with those of the member who signs in; retries a failure at the next page load. */
export const useMergedFavourites = (): void => {
  useEffect(() => {
    let memberId: string | undefined
    const merge = () => {
      const now = findUserInfo()?._id
      if (now !== memberId) mergeFavourites().catch(() => undefined)
      memberId = now
    }
    merge()
    return subscribeToSession(merge)
  }, [])
}
