import type { FastifyInstance } from 'fastify'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

/**
 * Refuses request targets that are not a path, such as `http://host/` and `*`, which are for proxies, and paths without a
 * route. Fastify would read the whole body before it responds 404.
 */
export const refuseUnknownTargets = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/')) return done(new AppError('malformed', MESSAGES.malformed))
    if (request.is404) return done(new AppError('notFound', MESSAGES.pageNotFound))
    done()
  })
}
