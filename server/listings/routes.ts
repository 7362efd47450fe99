import type { z } from 'zod'
import type { Listing, ListingPage, ListingQuery } from '#domain/listings.ts'
import type { Ask } from '#server/http/call.ts'
import type { ListingsService } from '#server/listings/service.ts'

export const listingRoutes = (listings: ListingsService) => ({
  list: ({ query }: Ask<{ query: z.infer<typeof ListingQuery> }>): Promise<ListingPage> => listings.list(query),
  categories: (): Promise<string[]> => listings.categories(),
  get: ({ params, viewer }: Ask<{ params: { id: string } }>): Promise<Listing> => listings.get(params.id, viewer),
})
