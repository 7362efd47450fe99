import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const treasuryRoutes = ({ treasury, giftImports, giftDecisions }: Services) =>
  ({
    'GET /api/treasury': ({ viewer }) => treasury.view(viewer),
    'GET /api/treasury/history': ({ query }) => treasury.history(query.p),
    'POST /api/treasury/gifts': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await treasury.give(viewer, body, idempotencyKeyOf(request))),
    'GET /api/treasury/recipients/:username': ({ params }) => treasury.recipient(params.username),
    'POST /api/treasury/gifts/:id/approve': async ({ params, viewer }) => ({
      message: await giftDecisions.approve(params.id, viewer),
    }),
    'POST /api/treasury/gifts/:id/revoke': async ({ params, viewer }) => ({
      message: await giftDecisions.revoke(params.id, viewer),
    }),
    'POST /api/treasury/gifts/import': ({ body, viewer, request }) =>
      giftImports.run(viewer, body, idempotencyKeyOf(request)),
    'POST /api/treasury/mint': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await treasury.mint(viewer, body, idempotencyKeyOf(request))),
  }) satisfies Partial<Handlers>
