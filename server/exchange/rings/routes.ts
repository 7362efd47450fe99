import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const ringRoutes = ({ rings }: Services) =>
  ({
    'GET /api/rings': ({ query, viewer }) => rings.page(viewer, query.p),
    'POST /api/rings/:id/answer': ({ params, body, viewer }) => rings.answer(viewer, params.id, body.accept),
  }) satisfies Partial<Handlers>
