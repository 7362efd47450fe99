import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const searchRoutes = ({ search, publicReads }: Services) =>
  ({
    'GET /api/products/suggestions': ({ query, viewer }) => (viewer ? search : publicReads.search).suggestions(query.q),
  }) satisfies Partial<Handlers>
