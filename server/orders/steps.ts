import { ORDER_MESSAGES, type OrderStep, STEPS, stateOf } from '#domain/orders.ts'
import type { Stock } from '#server/listings/stock.ts'
import type { ChangeStore } from '#server/orders/change-store.ts'
import { type Permitted, wrongState } from '#server/orders/permit.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { Records } from '#server/records/service.ts'

export type StepsParts = {
  store: ChangeStore
  orders: Pick<OrdersService, 'get'>
  stock: Pick<Stock, 'putBack'>
  records: Records
  now: () => Date
}
/** Executes the steps of STEPS. The state is checked again in the update, so that one of two concurrent steps fails. */
export const makeSteps = ({ store, orders, stock, records, now }: StepsParts) => {
  // A concurrent step was faster: reports the order's current state, or that it is missing.
  const refuse = async ({ step, order, by }: Permitted): Promise<never> => {
    throw wrongState(step, stateOf(await orders.get(order._id, by)))
  }

  const advance = async (permitted: Permitted, step: Exclude<OrderStep, 'remove'>): Promise<void> => {
    const { from, to } = STEPS[step]
    if (!(await store.advance(permitted.order._id, from, to, now()))) await refuse(permitted)
  }

  const remove = async (permitted: Permitted): Promise<void> => {
    const { order, by } = permitted
    const isRemoved = await store.transaction(async (tx) => {
      const held = await store.remove(tx, order._id, STEPS.remove.from)
      if (!held) return false
      await stock.putBack(tx, held)
      await records.audit(
        { actor: by.id, action: 'order.delete', subject: order.user._id, details: { order: order._id } },
        tx,
      )
      return true
    })
    if (!isRemoved) await refuse(permitted)
  }

  const done = { pay: ORDER_MESSAGES.paid, deliver: ORDER_MESSAGES.delivered, remove: ORDER_MESSAGES.removed } as const

  return {
    /** Returns the message for the user. */
    async take(permitted: Permitted): Promise<string> {
      const { step } = permitted
      if (step === 'remove') await remove(permitted)
      else await advance(permitted, step)
      return done[step]
    },
  }
}
