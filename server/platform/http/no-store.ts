import type { FastifyReply } from 'fastify'

/** For responses with personal data, which neither browsers nor proxies may store. */
export const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'private, no-store')
