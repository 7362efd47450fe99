import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const dashboardRoutes = ({ dashboard }: Services) =>
  ({ 'GET /api/dashboard': () => dashboard.figures() }) satisfies Partial<Handlers>
