import type { Handlers } from '#server/http/call.ts'
import { noStore } from '#server/http/no-store.ts'
import type { Services } from '#server/services.ts'

export const settingsRoutes = ({ settings }: Services) =>
  ({
    'GET /api/settings': ({ reply }) => {
      noStore(reply)
      return settings.read()
    },
    'PUT /api/settings': ({ body, viewer }) => settings.write(body, viewer),
  }) satisfies Partial<Handlers>
