import { FAVOURITE_MESSAGES } from '#domain/market/favourites.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const favouriteRoutes = ({ favourites }: Services) =>
  ({
    'GET /api/favourites': ({ query, viewer }) => favourites.page(viewer, query),
    'PUT /api/favourites/:listingId': async ({ params, viewer }) => {
      await favourites.add(viewer, params.listingId)
      return { message: FAVOURITE_MESSAGES.added }
    },
    'DELETE /api/favourites/:listingId': async ({ params, viewer }) => {
      await favourites.remove(viewer, params.listingId)
      return { message: FAVOURITE_MESSAGES.removed }
    },
  }) satisfies Partial<Handlers>
