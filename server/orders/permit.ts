import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { ORDER_MESSAGES, type OrderState, type OrderStep, rolesIn, STEPS, stateOf } from '#domain/orders.ts'

declare const permitted: unique symbol
/** A step on an order that somebody may take: made by `permit` alone, so that forgetting it does not compile. */
export type Permitted = { step: OrderStep; order: OrderView; by: Member; [permitted]: true }

const REFUSALS: Record<OrderStep, Partial<Record<OrderState, string>>> = {
  pay: { paid: ORDER_MESSAGES.paidAlready, delivered: ORDER_MESSAGES.deliveredAlready },
  deliver: { unpaid: ORDER_MESSAGES.notPaidYet, delivered: ORDER_MESSAGES.deliveredAlready },
  remove: { paid: ORDER_MESSAGES.paidStays, delivered: ORDER_MESSAGES.paidStays },
}

/** Why a step cannot be taken on an order as it is. */
export const wrongState = (step: OrderStep, state: OrderState): AppError =>
  new AppError('conflict', REFUSALS[step][state] ?? MESSAGES.malformed)

export const permit = (step: OrderStep, order: OrderView, viewer: Member): Permitted => {
  if (!rolesIn(order, viewer).includes(STEPS[step].by)) throw new AppError('forbidden', MESSAGES.forbidden)
  const state = stateOf(order)
  if (state !== STEPS[step].from) throw wrongState(step, state)
  return { step, order, by: viewer } as Permitted
}
