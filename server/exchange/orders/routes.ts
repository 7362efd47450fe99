import type { FastifyReply } from 'fastify'
import type { Member } from '#domain/accounts/access.ts'
import { TOTAL_HEADER } from '#domain/accounts/members.ts'
import { RESERVATION_MESSAGES } from '#domain/exchange/reservations.ts'
import type { OrderList } from '#server/exchange/orders/service.ts'
import type { StepWithoutTransfer } from '#server/exchange/orders/steps.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

export const orderRoutes = ({ orders, placing, steps, orderPaying, correspondence, reserving }: Services) => {
  const listed = ({ orders: list, total }: OrderList, reply: FastifyReply) => {
    reply.header(TOTAL_HEADER, total)
    return list
  }
  const take =
    (step: StepWithoutTransfer) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Member }) => ({
      message: await steps.take(step, params.id, viewer),
    })

  return {
    'POST /api/orders': async ({ body, viewer, request }) => ({
      order: await placing.place(viewer, body, idempotencyKeyOf(request)),
    }),
    'GET /api/orders/mine': async ({ query, viewer, reply }) => listed(await orders.mine(viewer, query), reply),
    'GET /api/orders': async ({ query, viewer, reply }) => listed(await orders.received(viewer, query), reply),
    'GET /api/orders/:id': ({ params, viewer }) => orders.get(params.id, viewer),
    'PUT /api/orders/:id/pay': take('pay'),
    'PUT /api/orders/:id/deliver': take('deliver'),
    'DELETE /api/orders/:id': take('remove'),
    'DELETE /api/orders/:id/pay': take('undoPay'),
    'DELETE /api/orders/:id/deliver': take('undoDeliver'),
    'GET /api/orders/:id/queue': ({ params, viewer }) => reserving.queue(params.id, viewer),
    'PUT /api/orders/:id/reserve': async ({ params, viewer }) => {
      await reserving.reserve(params.id, viewer)
      return { message: RESERVATION_MESSAGES.reserved }
    },
    'DELETE /api/orders/:id/reserve': async ({ params, viewer }) => {
      await reserving.release(params.id, viewer)
      return { message: RESERVATION_MESSAGES.released }
    },
    'POST /api/orders/:id/conclude': take('conclude'),
    'POST /api/orders/:id/cancel': async ({ params, body, viewer }) => ({
      message: await steps.take('cancel', params.id, viewer, body.reason),
    }),
    'POST /api/orders/:id/transfer': async ({ params, body, viewer, request, reply }) =>
      withPendingStatus(reply, await orderPaying.pay(params.id, viewer, body.expected, idempotencyKeyOf(request))),
    'POST /api/orders/:id/refund': async ({ params, viewer, reply }) =>
      withPendingStatus(reply, await orderPaying.refund(params.id, viewer)),

    'POST /api/orders/mailing': async ({ body, viewer }) => {
      await correspondence.write(viewer, body)
      return { resp_code: 2 }
    },
    'POST /api/orders/notifications/': async ({ body, viewer }) => ({
      resp_code: (await correspondence.notify(viewer, body._id)) ? 2 : 1,
    }),
  } satisfies Partial<Handlers>
}
