import type { Handlers } from '#server/platform/http/call.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const threadRoutes = ({ threads }: Services) =>
  ({
    'GET /api/threads': ({ viewer, query }) => threads.list(viewer, query.p),
    'GET /api/threads/:id': ({ params, viewer, query, request }) =>
      threads.read(params.id, viewer, query, request.signal),
    'POST /api/threads': ({ viewer, body }) => threads.open(viewer, body),
    'POST /api/threads/:id/messages': ({ params, viewer, body, request }) =>
      threads.write(params.id, viewer, body.text, { key: idempotencyKeyOf(request) }),
  }) satisfies Partial<Handlers>
