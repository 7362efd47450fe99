import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { OrderView } from '#domain/orders.schema.ts'
import { ORDER_MESSAGES, type OrderState, type OrderStep, rolesIn, STEPS, stateOf } from '#domain/orders.ts'

declare const permitted: unique symbol
/** A permitted step on an order. Only `permit` creates it, so that forgetting the check does not compile. */
export type Permitted = { step: OrderStep; order: OrderView; by: Member; [permitted]: true }

const REFUSALS: Record<OrderStep, Partial<Record<OrderState, string>>> = {
  pay: { paid: ORDER_MESSAGES.alreadyPaid, delivered: ORDER_MESSAGES.alreadyDelivered },
  deliver: { unpaid: ORDER_MESSAGES.notPaidYet, delivered: ORDER_MESSAGES.alreadyDelivered },
  remove: { paid: ORDER_MESSAGES.paidNotRemovable, delivered: ORDER_MESSAGES.paidNotRemovable },
}

/** The error for a step that the order's state does not allow. */
export const wrongState = (step: OrderStep, state: OrderState): AppError =>
  new AppError('conflict', REFUSALS[step][state] ?? MESSAGES.malformed)

export const permit = (step: OrderStep, order: OrderView, viewer: Member): Permitted => {
  if (!rolesIn(order, viewer).includes(STEPS[step].by)) throw new AppError('forbidden', MESSAGES.forbidden)
  const state = stateOf(order)
  if (state !== STEPS[step].from) throw wrongState(step, state)
  return { step, order, by: viewer } as Permitted
}
