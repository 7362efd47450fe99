import type { Handlers } from '#server/http/call.ts'
import { noStore } from '#server/http/no-store.ts'
import type { StatusParts } from '#server/status/make.ts'

export const statusRoutes = ({ status }: StatusParts) =>
  ({
    'GET /api/status': ({ reply }) => {
      noStore(reply)
      return status.read()
    },
  }) satisfies Partial<Handlers>
