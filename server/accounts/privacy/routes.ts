import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const privacyRoutes = ({ privacy }: Services) =>
  ({
    'GET /api/privacy/export': async ({ viewer, reply }) => {
      const data = await privacy.exportOf(viewer)
      reply.header('content-disposition', 'attachment; filename="piazza-i-miei-dati.json"')
      return data
    },
  }) satisfies Partial<Handlers>
