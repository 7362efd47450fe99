import type { ListingQuery } from '#domain/listings.ts'
import { type Ask, type Ready, ready } from '#server/http/call.ts'
import type { ListingsService } from '#server/listings/service.ts'

export const listingRoutes = (listings: ListingsService) => ({
  list: async ({ query }: Ask<{ query: ListingQuery }>): Promise<Ready> => ready(await listings.listBytes(query)),
  categories: (): Promise<string[]> => listings.categories(),
  get: async ({ params, viewer }: Ask<{ params: { id: string } }>): Promise<Ready> =>
    ready(await listings.getBytes(params.id, viewer)),
})
