import type { StatusParts } from '#server/association/status/make.ts'
import type { Handlers } from '#server/platform/http/call.ts'

export const statusRoutes = ({ status }: StatusParts) =>
  ({
    'GET /api/status': () => status.read(),
  }) satisfies Partial<Handlers>
