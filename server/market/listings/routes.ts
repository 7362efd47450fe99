import type { Viewer } from '#domain/accounts/access.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const listingRoutes = ({ listings, publicReads, listingEditor, statistics, affordable }: Services) => {
  const listingsFor = (viewer: Viewer) => (viewer ? listings : publicReads.listings)
  return {
    'GET /api/products': ({ query, viewer }) => listingsFor(viewer).list(query, viewer),
    'GET /api/products/categories': ({ viewer }) => listingsFor(viewer).categories(),
    'GET /api/products/affordable': async ({ query, viewer }) => ({ products: await affordable(query.val, viewer) }),
    'GET /api/products/:id': ({ params, viewer }) => listingsFor(viewer).get(params.id, viewer),
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
  } satisfies Partial<Handlers>
}
