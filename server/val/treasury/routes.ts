import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const treasuryRoutes = ({ treasury, giftImports, rounds }: Services) =>
  ({
    'GET /api/treasury': () => treasury.view(),
    'GET /api/treasury/history': ({ query }) => treasury.history(query.p),
    'POST /api/treasury/gifts': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await treasury.give(viewer, body, idempotencyKeyOf(request))),
    'POST /api/treasury/gifts/import': ({ body, viewer, request }) =>
      giftImports.run(viewer, body, idempotencyKeyOf(request)),
    'POST /api/treasury/mint': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await treasury.mint(viewer, body.amount, idempotencyKeyOf(request))),
    'POST /api/treasury/rounds': ({ body, viewer }) => rounds.callToday(body.date, viewer),
  }) satisfies Partial<Handlers>
