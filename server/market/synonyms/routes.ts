import { SYNONYM_MESSAGES } from '#domain/market/synonyms.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const synonymRoutes = ({ synonyms }: Services) =>
  ({
    'GET /api/synonyms': async () => ({ groups: await synonyms.list() }),
    'POST /api/synonyms': ({ body, viewer }) => synonyms.add(body, viewer),
    'DELETE /api/synonyms/:id': async ({ params, viewer }) => {
      await synonyms.remove(params.id, viewer)
      return { message: SYNONYM_MESSAGES.removed }
    },
  }) satisfies Partial<Handlers>
