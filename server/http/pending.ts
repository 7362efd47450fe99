import type { FastifyReply } from 'fastify'
import type { PaymentResult } from '#domain/orders.schema.ts'

/** A transfer that is stored and not yet confirmed is answered 202. */
export const withPendingStatus = (reply: FastifyReply, result: PaymentResult): PaymentResult => {
  if (result.status === 'pending') reply.code(202)
  return result
}
