import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const transferRoutes = ({ memberTransfers, recipients, valRequests }: Services) =>
  ({
    'POST /api/wallet/transfers': async ({ body, viewer, request, reply }) =>
      withPendingStatus(reply, await memberTransfers.send(viewer, body, idempotencyKeyOf(request))),
    'GET /api/wallet/transfers/:id': async ({ params, viewer, reply }) =>
      withPendingStatus(reply, await memberTransfers.get(params.id, viewer)),
    'GET /api/wallet/recipients': async ({ query, viewer }) => ({ people: await recipients.suggest(query.q, viewer) }),
    'GET /api/wallet/recipients/:username': ({ params, viewer }) => recipients.show(params.username, viewer),
    'POST /api/wallet/requests': ({ body, viewer, request }) =>
      valRequests.ask(viewer, body, idempotencyKeyOf(request)),
    'GET /api/wallet/requests': ({ query, viewer }) => valRequests.list(viewer, query.p),
    'POST /api/wallet/requests/:id/pay': async ({ params, body, viewer, reply }) =>
      withPendingStatus(reply, await valRequests.pay(params.id, viewer, body)),
    'POST /api/wallet/requests/:id/decline': async ({ params, viewer }) => {
      await valRequests.decline(params.id, viewer)
      return { message: TRANSFER_MESSAGES.declined }
    },
    'POST /api/wallet/requests/:id/withdraw': async ({ params, viewer }) => {
      await valRequests.withdraw(params.id, viewer)
      return { message: TRANSFER_MESSAGES.withdrawn }
    },
  }) satisfies Partial<Handlers>
