import type { FastifyReply } from 'fastify'

/** For responses with personal data: neither browsers nor proxies store them. */
export const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'private, no-store')
