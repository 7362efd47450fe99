import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const inboundRoutes = ({ replyConfirming }: Services) =>
  ({
    'GET /api/replies/:code': ({ params, request }) => replyConfirming.question(params.code, request.ip),
    'POST /api/replies/:code': async ({ params, body, request }) => ({
      message: await replyConfirming.confirm(params.code, request.ip, body),
    }),
  }) satisfies Partial<Handlers>
