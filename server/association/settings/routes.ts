import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const settingsRoutes = ({ settings, googleMapsKey }: Services & { googleMapsKey: string }) =>
  ({
    'GET /api/config/google': async () => googleMapsKey,
    'GET /api/settings': () => settings.read(),
    'PUT /api/settings': ({ body, viewer }) => settings.write(body, viewer),
  }) satisfies Partial<Handlers>
