import type { FastifyReply } from 'fastify'

/** For answers about one person: nothing on the way keeps them. */
export const forOneReader = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'private, no-store')
