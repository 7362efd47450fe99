import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const placeRoutes = ({ places }: Services) =>
  ({
    'GET /api/places': ({ query }) => places.search(query.q),
    'GET /api/places/nearest': ({ query }) => places.nearest(query),
  }) satisfies Partial<Handlers>
