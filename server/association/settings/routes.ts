import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const settingsRoutes = ({ settings }: Services) =>
  ({
    'GET /api/settings': () => settings.read(),
    'PUT /api/settings': ({ body, viewer }) => settings.write(body, viewer),
  }) satisfies Partial<Handlers>
