import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const paymentRoutes = ({ paying, unclaimedPayments }: Services) =>
  ({
    'POST /api/payment': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await paying.pay(viewer, body, idempotencyKeyOf(request))),
    'GET /api/payments/alone': ({ viewer }) => unclaimedPayments.list(viewer),
    'POST /api/payments/:id/return': async ({ params, body, viewer, reply }) =>
      withPendingStatus(reply, await unclaimedPayments.giveBack(params.id, viewer, body)),
  }) satisfies Partial<Handlers>
