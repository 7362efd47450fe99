import type { Handlers } from '#server/http/call.ts'
import type { PrivacyService } from '#server/privacy/service.ts'

export type PrivacyRouteParts = { privacy: PrivacyService }

export const privacyRoutes = ({ privacy }: PrivacyRouteParts) =>
  ({
    'GET /api/privacy/export': async ({ viewer, reply }) => {
      const data = await privacy.exportOf(viewer)
      reply.headers({
        'content-disposition': 'attachment; filename="piazza-i-miei-dati.json"',
        'cache-control': 'no-store',
      })
      return data
    },
  }) satisfies Partial<Handlers>
