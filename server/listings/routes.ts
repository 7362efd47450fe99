import { MESSAGES } from '#domain/errors.ts'
import type { Handlers } from '#server/http/call.ts'
import type { Services } from '#server/services.ts'

export const listingRoutes = ({ listings, listingEditor, statistics }: Services) =>
  ({
    'GET /api/products': ({ query, viewer }) => listings.list(query, viewer),
    'GET /api/products/categories': () => listings.categories(),
    'GET /api/products/:id': ({ params, viewer }) => listings.get(params.id, viewer),
    'POST /api/products/:id/views': async ({ params, request }) => {
      await statistics.countView(params.id, request.ip)
      return { message: MESSAGES.viewCounted }
    },
    'GET /api/products/:id/statistics': ({ params, viewer }) => statistics.of(params.id, viewer),
    'POST /api/products': async ({ viewer }) => ({ product: await listingEditor.create(viewer) }),
    'PUT /api/products/:id': ({ params, body, viewer }) => listingEditor.change(params.id, body, viewer),
    'DELETE /api/products/:id': async ({ params, viewer }) => {
      await listingEditor.remove(params.id, viewer)
      return { message: MESSAGES.listingDeleted }
    },
  }) satisfies Partial<Handlers>
