import type { Queries } from '#server/db/pool.ts'
import type { FavouriteNews } from '#server/favourites/news.ts'
import { jobs } from '#server/jobs/jobs.ts'
import type { ListingState } from '#server/listings/rows.ts'

type Parts = { favouriteNews: Pick<FavouriteNews, 'plan'> }
export type ListingChanged = ReturnType<typeof makeListingChanged>

/** Plans what follows a change of a listing, in its transaction; `after` is undefined for one that is about to be deleted. */
export const makeListingChanged =
  ({ favouriteNews }: Parts) =>
  async (tx: Queries, before: ListingState, after: ListingState | undefined): Promise<void> => {
    await favouriteNews.plan(tx, before, after)
    if (after?.shown) await jobs.add(tx, 'match-alerts', { listingId: after.id })
  }
