import type { FastifyInstance } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'

/**
 * Refuses request targets that are no path, such as `http://host/` and `*`, which are for proxies, and paths without a
 * route. Fastify would read the body before it answers 404.
 */
export const refuseUnknownTargets = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/')) throw new AppError('malformed', MESSAGES.malformed)
    if (request.is404) throw new AppError('notFound', MESSAGES.pageNotFound)
  })
}
