import { MESSAGES } from '#domain/errors.ts'
import type { ListingChange, ListingQuery } from '#domain/listings.schema.ts'
import { type Ask, type Ready, ready } from '#server/http/call.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { Management } from '#server/listings/management.ts'
import type { ListingsService } from '#server/listings/service.ts'

type WithId = { params: { id: string } }

export const listingRoutes = (listings: ListingsService, management: Management) => ({
  list: async ({ query, viewer }: Ask<{ query: ListingQuery }>): Promise<Ready> =>
    ready(await listings.listBytes(query, viewer)),
  categories: (): Promise<string[]> => listings.categories(),
  get: async ({ params, viewer }: Ask<WithId>): Promise<Ready> => ready(await listings.getBytes(params.id, viewer)),

  create: async (ask: Ask<unknown>) => ({ product: await management.create(memberIn(ask)) }),
  change: (ask: Ask<WithId & { body: ListingChange }>) => management.change(ask.params.id, ask.body, memberIn(ask)),
  async remove(ask: Ask<WithId>) {
    await management.remove(ask.params.id, memberIn(ask))
    return { message: MESSAGES.listingDeleted }
  },
})
