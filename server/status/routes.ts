import type { Handlers } from '#server/http/call.ts'
import type { StatusParts } from '#server/status/make.ts'

export const statusRoutes = ({ status }: StatusParts) =>
  ({
    'GET /api/status': () => status.read(),
  }) satisfies Partial<Handlers>
