import type { FastifyReply } from 'fastify'

/** Responds 202 for a transfer that is stored but not yet confirmed, or that somebody else has to agree to. */
export const withPendingStatus = <T extends { status: string }>(reply: FastifyReply, result: T): T => {
  if (result.status === 'pending' || result.status === 'proposed') reply.code(202)
  return result
}
