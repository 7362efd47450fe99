import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasRoleFor, type OrderStep, stepRefusal } from '#domain/exchange/steps.ts'

declare const permitted: unique symbol
/** A permitted step on an order. Only `permit` creates it, so that forgetting the check does not compile. */
export type Permitted = { step: OrderStep; order: OrderView; by: Member; [permitted]: true }

export const permit = (step: OrderStep, order: OrderView, by: Member, now: Date): Permitted => {
  if (!hasRoleFor(step, order, by)) throw new AppError('forbidden', MESSAGES.forbidden)
  const refusal = stepRefusal(step, order, by, now)
  if (refusal) throw new AppError('conflict', refusal)
  return { step, order, by } as Permitted
}
