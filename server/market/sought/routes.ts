import { SOUGHT_MESSAGES } from '#domain/market/sought.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const soughtRoutes = ({ sought }: Services) =>
  ({
    'POST /api/searches/missed': async ({ body, viewer, request }) => {
      await sought.note(body.query, viewer, request.ip)
      return { message: SOUGHT_MESSAGES.noted }
    },
    'GET /api/searches/sought': () => sought.list(),
  }) satisfies Partial<Handlers>
