import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const freshnessRoutes = ({ freshness }: Services) =>
  ({
    'GET /api/freshness/:code': ({ params, request }) => freshness.question(params.code, request.ip),
    'POST /api/freshness/:code': async ({ params, body, request }) => ({
      message: await freshness.answer(params.code, body.answer, request.ip),
    }),
  }) satisfies Partial<Handlers>
