import type { FastifyReply } from 'fastify'
import type { Member } from '#domain/accounts/access.ts'
import { TOTAL_HEADER } from '#domain/accounts/members.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { MailingAnswer } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal } from '#domain/exchange/orders.ts'
import type { Sending } from '#server/exchange/orders/correspondence.ts'
import type { OrderList } from '#server/exchange/orders/service.ts'
import type { SimpleStep } from '#server/exchange/orders/steps.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import { withPendingStatus } from '#server/platform/http/pending.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency/header.ts'
import type { Services } from '#server/services.ts'

const MAILING_ANSWERS: Record<Sending, MailingAnswer> = {
  mailed: { resp_code: 2 },
  sentBefore: { resp_code: 1 },
  byDesk: { resp_code: 0, byDesk: true },
  unreachable: { resp_code: 0 },
}

export const orderRoutes = (services: Services) => {
  const { orders, placing, steps, problems, orderPaying, correspondence, threads } = services
  const listed = ({ orders: list, total }: OrderList, reply: FastifyReply) => {
    reply.header(TOTAL_HEADER, total)
    return list
  }
  const take =
    (step: SimpleStep) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Member }) => ({
      message: await steps.take(step, params.id, viewer),
    })

  return {
    'POST /api/orders': async ({ body, viewer, request }) => ({
      order: await placing.place(viewer, body, idempotencyKeyOf(request)),
    }),
    'GET /api/orders/mine': async ({ query, viewer, reply }) => listed(await orders.mine(viewer, query), reply),
    'GET /api/orders': async ({ query, viewer, reply }) => listed(await orders.received(viewer, query), reply),
    'GET /api/orders/:id': async ({ params, viewer }) => {
      const order = await orders.get(params.id, viewer)
      const isAwaited = order.state === 'sent' && order.turn === order.seller
      return { ...order, answerMinutes: isAwaited ? await threads.answerTime(order.seller) : null }
    },
    'PUT /api/orders/:id/pay': async ({ params, body: terms, viewer }) => ({
      message: await steps.take('pay', params.id, viewer, { ...(terms && { terms }) }),
    }),
    'PUT /api/orders/:id/deliver': take('deliver'),
    'DELETE /api/orders/:id': take('remove'),
    'DELETE /api/orders/:id/pay': take('undoPay'),
    'DELETE /api/orders/:id/deliver': take('undoDeliver'),
    'POST /api/orders/:id/accept': async ({ params, body, viewer }) => ({
      message: await steps.take('accept', params.id, viewer, { terms: body }),
    }),
    'POST /api/orders/:id/propose': async ({ params, body: { message, ...terms }, viewer }) => ({
      message: await steps.take('propose', params.id, viewer, { terms, text: message }),
    }),
    'POST /api/orders/:id/handover': take('handover'),
    'DELETE /api/orders/:id/handover': take('undoHandover'),
    'POST /api/orders/:id/problem': async ({ params, body, viewer }) => ({
      message: await problems.open(params.id, viewer, body.text),
    }),
    'DELETE /api/orders/:id/problem': async ({ params, viewer }) => ({
      message: await problems.withdraw(params.id, viewer),
    }),
    'POST /api/orders/:id/settle': async ({ params, body, viewer }) => ({
      message: await problems.settle(params.id, viewer, body),
    }),
    'GET /api/orders/:id/messages': async ({ params, viewer }) =>
      threads.ofProblem(await orders.get(params.id, viewer)),
    'POST /api/orders/:id/conclude': take('conclude'),
    'POST /api/orders/:id/cancel': async ({ params, body, viewer, reply }) => {
      if (!hasMovedVal(await orders.get(params.id, viewer)))
        return { message: await steps.take('cancel', params.id, viewer, { text: body.reason }) }
      withPendingStatus(reply, await orderPaying.giveBack('cancel', params.id, viewer, body))
      return { message: ORDER_MESSAGES.returning }
    },
    'POST /api/orders/:id/transfer': async ({ params, body, viewer, request, reply }) =>
      withPendingStatus(reply, await orderPaying.pay(params.id, viewer, body, idempotencyKeyOf(request))),
    'POST /api/orders/:id/refund': async ({ params, body, viewer, reply }) =>
      withPendingStatus(reply, await orderPaying.giveBack('refund', params.id, viewer, body)),

    'POST /api/orders/mailing': async ({ body, viewer }) => MAILING_ANSWERS[await correspondence.write(viewer, body)],
    'POST /api/orders/notifications/': async ({ body, viewer }) =>
      MAILING_ANSWERS[await correspondence.notify(viewer, body._id)],
  } satisfies Partial<Handlers>
}
