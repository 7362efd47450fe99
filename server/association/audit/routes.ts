import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const auditRoutes = ({ audit }: Services) =>
  ({ 'GET /api/audit': ({ query }) => audit.page(query) }) satisfies Partial<Handlers>
