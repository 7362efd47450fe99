import type { FavouriteNews } from '#server/market/favourites/news.ts'
import type { ListingState } from '#server/market/listings/rows.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

type Parts = { favouriteNews: FavouriteNews }
export type ListingChanged = ReturnType<typeof makeListingChanged>

/** Plans the notices and jobs that follow a change of a listing, in its transaction; `after` is undefined before a deletion. */
export const makeListingChanged =
  ({ favouriteNews }: Parts) =>
  async (tx: Queries, before: ListingState, after: ListingState | undefined): Promise<void> => {
    await favouriteNews.plan(tx, before, after)
    if (after?.shown) await jobs.add(tx, 'match-alerts', { listingId: after.id }, { key: `match-alerts ${after.id}` })
  }
