import type { FastifyReply } from 'fastify'
import { TOTAL_HEADER } from '#domain/members.ts'
import type { OrderPageQuery, OrderQuery, OrderRequest, SecondMail } from '#domain/orders.schema.ts'
import type { OrderStep } from '#domain/orders.ts'
import type { Ask } from '#server/http/call.ts'
import { forOneReader } from '#server/http/one-reader.ts'
import { repeatKeyOf } from '#server/http/repeat-key.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { Correspondence } from '#server/orders/correspondence.ts'
import { permit } from '#server/orders/permit.ts'
import type { Placing } from '#server/orders/placing.ts'
import type { OrderList, OrdersService } from '#server/orders/service.ts'
import type { Steps } from '#server/orders/steps.ts'

type WithId = { params: { id: string } }
export type OrderDesk = { orders: OrdersService; placing: Placing; steps: Steps; correspondence: Correspondence }

export const orderRoutes = ({ orders, placing, steps, correspondence }: OrderDesk) => {
  const listed = ({ orders: list, total }: OrderList, reply: FastifyReply) => {
    forOneReader(reply).header(TOTAL_HEADER, total)
    return list
  }
  const take = (step: OrderStep) => async (ask: Ask<WithId>) => {
    const viewer = memberIn(ask)
    return { message: await steps.take(permit(step, await orders.get(ask.params.id, viewer), viewer)) }
  }
  return {
    place: async (ask: Ask<{ body: OrderRequest }>) => ({
      order: await placing.place(memberIn(ask), ask.body, repeatKeyOf(ask.request)),
    }),
    mine: async (ask: Ask<{ query: OrderPageQuery }>) => listed(await orders.mine(memberIn(ask), ask.query), ask.reply),
    list: async (ask: Ask<{ query: OrderQuery }>) => listed(await orders.received(memberIn(ask), ask.query), ask.reply),
    get: (ask: Ask<WithId>) => {
      forOneReader(ask.reply)
      return orders.get(ask.params.id, memberIn(ask))
    },
    pay: take('pay'),
    deliver: take('deliver'),
    remove: take('remove'),

    async write(ask: Ask<{ body: SecondMail }>): Promise<{ resp_code: 2 }> {
      await correspondence.write(memberIn(ask), ask.body)
      return { resp_code: 2 }
    },
    async notify(ask: Ask<{ body: { _id: string } }>): Promise<{ resp_code: 1 | 2 }> {
      return { resp_code: (await correspondence.notify(memberIn(ask), ask.body._id)) ? 2 : 1 }
    },
  }
}
