import { MESSAGES } from '#domain/errors.ts'
import type { ListingChange, ListingQuery } from '#domain/listings.schema.ts'
import type { Ask } from '#server/http/call.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { ListingEditor } from '#server/listings/editing.ts'
import type { ListingsService } from '#server/listings/service.ts'

type WithId = { params: { id: string } }

export const listingRoutes = (listings: ListingsService, editor: ListingEditor) => ({
  list: ({ query, viewer }: Ask<{ query: ListingQuery }>) => listings.list(query, viewer),
  categories: () => listings.categories(),
  get: ({ params, viewer }: Ask<WithId>) => listings.get(params.id, viewer),

  create: async (ask: Ask<unknown>) => ({ product: await editor.create(memberIn(ask)) }),
  change: (ask: Ask<WithId & { body: ListingChange }>) => editor.change(ask.params.id, ask.body, memberIn(ask)),
  async remove(ask: Ask<WithId>) {
    await editor.remove(ask.params.id, memberIn(ask))
    return { message: MESSAGES.listingDeleted }
  },
})
