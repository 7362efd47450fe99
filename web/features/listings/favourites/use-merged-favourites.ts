import { useEffect } from 'react'
import { mergeFavourites } from '#web/features/listings/favourites/favourites.ts'
import { isActing } from '#web/lib/acting.ts'
import { findUserInfo, subscribeToSession } from '#web/lib/session.ts'

/** Merges the favourites of this browser with those of the member who signs in. */
export const useMergedFavourites = (): void => {
  useEffect(() => {
    let memberId = findUserInfo()?._id
    return subscribeToSession(() => {
      const now = findUserInfo()?._id
      // Without an answer the favourites of this browser stay, and are merged at the next sign-in.
      if (now && now !== memberId && !isActing()) mergeFavourites().catch(() => undefined)
      memberId = now
    })
  }, [])
}
