import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const matchRoutes = ({ matches }: Services) =>
  ({
    'GET /api/products/:id/matches': async ({ params, viewer }) => ({ matches: await matches.of(params.id, viewer) }),
    'POST /api/products/matches': async ({ body, viewer }) => ({ matches: await matches.ofDraft(body, viewer) }),
  }) satisfies Partial<Handlers>
