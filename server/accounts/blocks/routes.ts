import { BLOCK_MESSAGES } from '#domain/accounts/blocks.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const blockRoutes = ({ blocking }: Services) =>
  ({
    'GET /api/blocks': async ({ viewer }) => ({ blocks: await blocking.list(viewer) }),
    'PUT /api/blocks/:userId': async ({ params, viewer }) => {
      await blocking.block(viewer, params.userId)
      return { message: BLOCK_MESSAGES.blocked }
    },
    'DELETE /api/blocks/:userId': async ({ params, viewer }) => {
      await blocking.unblock(viewer, params.userId)
      return { message: BLOCK_MESSAGES.unblocked }
    },
  }) satisfies Partial<Handlers>
