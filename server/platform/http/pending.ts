import type { FastifyReply } from 'fastify'

/** A transfer that is stored and not yet confirmed is answered 202. */
export const withPendingStatus = <T extends { status: string }>(reply: FastifyReply, result: T): T => {
  if (result.status === 'pending') reply.code(202)
  return result
}
