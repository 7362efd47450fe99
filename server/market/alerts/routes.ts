import { ALERT_MESSAGES } from '#domain/market/alerts.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const alertRoutes = ({ alerts }: Services) =>
  ({
    'GET /api/alerts': async ({ viewer }) => ({ alerts: await alerts.list(viewer) }),
    'POST /api/alerts': ({ body, viewer }) => alerts.add(viewer, body.query),
    'DELETE /api/alerts/:id': async ({ params, viewer }) => {
      await alerts.remove(viewer, params.id)
      return { message: ALERT_MESSAGES.removed }
    },
  }) satisfies Partial<Handlers>
